"""Signing in and out: annotators by invite link, organisers by password."""

import math
from functools import partial

from starlette.responses import Response

from stead.campaign.pages.shared import CampaignSite, see_other
from stead.campaign.records import Role, User
from stead.campaign.store.users import LONGEST_PASSWORD, SHORTEST_PASSWORD
from stead.web.app import Later
from stead.web.requests import Visit

_BUSY = 5  # seconds until there is room again


class SignInPages:
    """The pages that everybody may see.

    Opening an invite link signs nobody in: programs that look at links in mails open them too. A person presses the
    button, which posts the token.
    """

    def __init__(self, site: CampaignSite) -> None:
        self._site, self._campaign = site, site.campaign

    def home(self, visit: Visit) -> Response:
        """Redirect to work, or say how to sign in."""
        user: User | None = visit.user
        if user is not None:
            return see_other("/organise" if user.role is Role.ORGANISER else "/annotate")
        return self._site.page(visit, "home.html", title="home-title", text="home-text")

    def show_invitation(self, visit: Visit) -> Response:
        """The page of an invite link: annotators keep theirs, organisers use it once.

        Its address is a secret, which no further request is to name.
        """
        invite = visit.parameters["invite"]
        user = self._campaign.users.by_invite(invite)
        text = "join-text-organiser" if user and user.role is Role.ORGANISER else "join-text"
        response = self._show_expired(visit, invite) or self._site.page(visit, "join.html", invite=invite, text=text)
        response.headers["referrer-policy"] = "strict-origin"
        return response

    def join(self, visit: Visit) -> Response | Later:
        """Sign in by an invitation; an organiser chooses a password first."""
        invite = visit.form.one("invite")
        user = self._campaign.users.by_invite(invite)
        if user is None:
            return self._show_expired(visit, invite) or self._not_invited(visit)
        if user.role is Role.ORGANISER:
            return self._choose(visit, invite, user)
        return self._site.sign_in(visit, user, "/annotate")

    def _show_expired(self, visit: Visit, invite: str) -> Response | None:
        """Say when an invitation expired, and whom to ask for another one; None if it has not."""
        expired = self._campaign.users.invite_expired(invite)
        if not expired:
            return None
        organisers = [user.name for user in self._campaign.users.all() if user.role is Role.ORGANISER]
        return self._site.page(visit, "expired.html", 410, when=expired, organisers=", ".join(organisers))

    def _not_invited(self, visit: Visit) -> Response:
        """Refuse a wrong invitation at once: it cannot be guessed, so attempts are only counted, not delayed."""
        turn = self._campaign.throttle.wrong_invitation(visit.address)
        if not turn.seconds:
            return self._site.page(visit, "home.html", 403, title="home-title", text="join-wrong")
        page = self._site.page(visit, "home.html", 429, title="home-title", text="too-many-attempts")
        return _try_again(page, math.ceil(turn.seconds))

    def _choose(self, visit: Visit, invite: str, user: User) -> Response | Later:
        """Take the password that an invited organiser has chosen, or ask for one."""
        values = {"invite": invite, "name": user.name, "least": SHORTEST_PASSWORD}
        if "password" not in visit.form:
            return self._site.page(visit, "password.html", error="", **values)
        password = visit.form.one("password")
        if password != visit.form.one("again"):
            return self._site.page(visit, "password.html", 422, error="password-differs", **values)
        if len(password) > LONGEST_PASSWORD:
            return self._site.page(visit, "password.html", 422, error="password-long", **values)
        if len(password) < SHORTEST_PASSWORD:
            return self._site.page(visit, "password.html", 422, error="password-short", **values)

        def set_password() -> Response:
            self._campaign.users.set_password(user.id, password, actor=user.name)
            return self._site.sign_in(visit, user, "/organise")

        def busy() -> Response:
            return _try_again(self._site.page(visit, "password.html", 503, error="sign-in-busy", **values), _BUSY)

        return Later(set_password, busy)

    def ask(self, visit: Visit) -> Response:
        """Show the organiser's form to sign in."""
        return self._site.page(visit, "sign-in.html", error="", name="")

    def sign_in(self, visit: Visit) -> Response | Later:
        """Sign an organiser in; after many attempts from their address, the response is delayed."""
        name, password = visit.form.one("name").strip()[:200], visit.form.one("password")

        def again(status: int, error: str, seconds: int) -> Response:
            return _try_again(self._site.page(visit, "sign-in.html", status, error=error, name=name), seconds)

        def check() -> Response:
            user = self._campaign.users.by_password(name, password) if len(password) <= LONGEST_PASSWORD else None
            if user is None:
                return self._site.page(visit, "sign-in.html", 403, error="sign-in-wrong", name=name)
            self._campaign.throttle.reset(visit.address, name)
            return self._site.sign_in(visit, user, "/organise")

        turn = self._campaign.throttle.sign_in(visit.address, name)
        if not turn.allowed:
            return again(429, "sign-in-slow", math.ceil(turn.seconds))
        return Later(check, partial(again, 503, "sign-in-busy", _BUSY), turn.seconds)

    def sign_out(self, visit: Visit) -> Response:
        """End the session."""
        self._campaign.sessions.end(visit.session)
        response = see_other("/")
        self._site.cookie.remove(response)
        return response


def _try_again(response: Response, seconds: int) -> Response:
    """A response that says when to try again."""
    response.headers["retry-after"] = str(seconds)
    return response
