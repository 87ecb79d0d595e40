"""Signing in and out: annotators by invite link, organisers by password."""

from starlette.responses import Response

from stead.campaign.pages.site import CampaignSite, see_other
from stead.campaign.records import Role, User
from stead.campaign.tokens import LONGEST_PASSWORD, SHORTEST_PASSWORD
from stead.task import BadInput
from stead.web import Visit


class Signing:
    """The pages that everybody may see.

    Opening an invite link signs nobody in: programs that look at links in mails open them too. A person presses the
    button, which posts the token.
    """

    def __init__(self, site: CampaignSite) -> None:
        self._site, self._campaign = site, site.campaign

    def home(self, visit: Visit) -> Response:
        """To work, or how to sign in."""
        user: User | None = visit.user
        if user is not None:
            return see_other("/organise" if user.role is Role.ORGANISER else "/annotate")
        return self._site.page(visit, "home.html", title="home-title", text="home-text")

    def invited(self, visit: Visit) -> Response:
        """What an invite link leads to: annotators keep theirs, organisers use it once."""
        invite = visit.parameters["invite"]
        user = self._campaign.users.by_invite(invite)
        text = "join-text-organiser" if user and user.role is Role.ORGANISER else "join-text"
        return self._site.page(visit, "join.html", invite=invite, text=text)

    def join(self, visit: Visit) -> Response:
        """Sign in by an invitation; an organiser chooses a password first."""
        invite = visit.form.one("invite")
        user = self._campaign.users.by_invite(invite)
        if user is None:
            # A right token cannot be guessed, so only wrong ones count: many people may share one address.
            allowed = self._campaign.throttle.may_try(f"invite {visit.address}")
            error, status = ("join-wrong", 403) if allowed else ("too-many-attempts", 429)
            return self._site.page(visit, "home.html", status, title="home-title", text=error)
        if user.role is Role.ORGANISER:
            return self._choose(visit, invite, user)
        return self._signed_in(visit, user, "/annotate")

    def _choose(self, visit: Visit, invite: str, user: User) -> Response:
        """Take the password that an invited organiser has chosen, or ask for one."""
        values = {"invite": invite, "name": user.name, "least": SHORTEST_PASSWORD}
        if "password" not in visit.form:
            return self._site.page(visit, "password.html", error="", **values)
        password = visit.form.one("password")
        if password != visit.form.one("again"):
            return self._site.page(visit, "password.html", 422, error="password-differs", **values)
        if len(password) > LONGEST_PASSWORD:
            return self._site.page(visit, "password.html", 422, error="password-long", **values)
        try:
            self._campaign.users.set_password(user.id, password, actor=user.name)
        except BadInput:
            return self._site.page(visit, "password.html", 422, error="password-short", **values)
        return self._signed_in(visit, user, "/organise")

    def ask(self, visit: Visit) -> Response:
        """The organiser's form."""
        return self._site.page(visit, "sign-in.html", error="", name="")

    def sign_in(self, visit: Visit) -> Response:
        """Sign an organiser in; too many attempts under a name or from an address have to wait."""
        name, password = visit.form.one("name").strip()[:200], visit.form.one("password")
        keys = f"name {name}", f"address {visit.address}"
        if not self._campaign.throttle.may_try(*keys):
            return self._site.page(visit, "sign-in.html", 429, error="too-many-attempts", name=name)
        user = self._campaign.users.by_password(name, password) if len(password) <= LONGEST_PASSWORD else None
        if user is None:
            return self._site.page(visit, "sign-in.html", 403, error="sign-in-wrong", name=name)
        self._campaign.throttle.forget(*keys)
        return self._signed_in(visit, user, "/organise")

    def _signed_in(self, visit: Visit, user: User, address: str) -> Response:
        """A new session in place of the one that there was, if any."""
        token = self._campaign.sessions.start(user.id, instead_of=visit.session or None)
        response = see_other(address)
        self._site.cookie.put(response, token)
        return response

    def sign_out(self, visit: Visit) -> Response:
        """End the session."""
        self._campaign.sessions.end(visit.session)
        response = see_other("/")
        self._site.cookie.remove(response)
        return response
