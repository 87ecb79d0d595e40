"""The organiser's pages that act on the campaign: settings, guidelines, more items, files to take away, events."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response

from stead.campaign.admin.campaign_files import (
    backups,
    delete_backup,
    downloads_of,
    make_backup,
    make_download,
    take_backup,
)
from stead.campaign.admin.changes import (
    add_items,
    change_guidelines,
    change_settings,
    close_pilot,
    guideline_versions,
    read_further_items,
    settings_version,
    settings_versions,
)
from stead.campaign.pages.shared import CampaignSite, attachment, see_other
from stead.campaign.pages.texts import paginate
from stead.campaign.pages.translations import read_own_texts
from stead.campaign.records import ItemKind, Overtaken
from stead.campaign.settings import LANGUAGES, CampaignSettings, GuidelineExample
from stead.campaign.store.database import read_events
from stead.core.errors import SteadError
from stead.formats import Content
from stead.web.requests import Form, Visit

_EDITABLE = {
    "interface": ("title", "language", "url", "consent"),
    "assignment": ("mode", "annotators_per_item", "items_per_annotator", "order", "lease_hours", "attention_every"),
    "answers": ("max_substitutes", "form", "nil", "name", "multiword", "comment"),
    "rating": ("least_raters", "most_raters", "lease_hours", "subsets_per_rater"),
    "crowd": (
        "participant",
        "parameters",
        "most_people",
        "completion_code",
        "personal_codes",
        "completion_url",
        "failed_checks",
        "screened_answers",
        "screened_code",
        "screened_url",
    ),
    "privacy": ("retention_days",),
    "access": ("session_hours",),
}
"""The settings that organisers can change in the browser; seeds, scale, proxies and database are for the file alone."""
_LONG = ("consent",)
_LONGEST = 20_000
_EMPTY_EXAMPLES = 2


@dataclass(frozen=True, slots=True)
class SettingField:
    """A setting in the form; `kind` says how it is filled in: text, long, flag, number, choice or names."""

    section: str
    name: str
    kind: str
    value: Any
    limits: Any

    @property
    def choices(self) -> tuple[str, ...]:
        """The values to choose from; among those of the language is a file of texts, if the campaign has one."""
        return tuple(dict.fromkeys((*(self.limits["among"] or LANGUAGES), self.value)))

    @property
    def field(self) -> str:
        """The name of its field in the form."""
        return f"{self.section}.{self.name}"


class SettingPages:
    """The settings and the guidelines, each with its versions; items of a main phase."""

    def __init__(self, site: CampaignSite) -> None:
        self._site, self._campaign = site, site.campaign

    # --------------------------------------------------------------------------------------------------- settings

    def settings(self, visit: Visit) -> Response:
        """Show the settings."""
        return self._settings(visit, 200, self._campaign.settings)

    def save_settings(self, visit: Visit) -> Response:
        """Write other settings; they take effect at once."""
        typed = _read_settings(self._campaign.settings, visit.form, self._rates)
        version = visit.form.one("version")

        def save() -> None:
            if typed.interface.language.endswith(".toml"):  # refuse a file that lacks texts, or is not there
                read_own_texts(self._campaign.folder / typed.interface.language, rates=self._rates)
            change_settings(self._campaign, typed, version=version, actor=visit.user.name)

        return self._try(save, "/organise/settings", lambda status, error: self._settings(visit, status, typed, error))

    def _settings(
        self, visit: Visit, status: int, settings: CampaignSettings, error: tuple[str, str] = ("", "")
    ) -> Response:
        return self._site.page(
            visit,
            "settings.html",
            status,
            sections=list(_sections(settings, self._rates)),
            examples=[*settings.examples, *[GuidelineExample()] * _EMPTY_EXAMPLES],
            version=settings_version(self._campaign.settings),
            versions=settings_versions(self._campaign),
            error=error,
        )

    @property
    def _rates(self) -> bool:
        return self._campaign.rating is not None

    # ------------------------------------------------------------------------------------------------- guidelines

    def guidelines(self, visit: Visit) -> Response:
        """Show the guidelines as a text to be changed."""
        return self._guidelines(visit, 200, self._campaign.guidelines.text)

    def save_guidelines(self, visit: Visit) -> Response:
        """Write other guidelines; everybody is asked to agree to them before they go on."""
        text, version = visit.form.one("text"), visit.form.one("version")

        def save() -> None:
            change_guidelines(self._campaign, text, version=version, actor=visit.user.name)

        return self._try(
            save, "/organise/guidelines", lambda status, error: self._guidelines(visit, status, text, error)
        )

    def _guidelines(self, visit: Visit, status: int, text: str, error: tuple[str, str] = ("", "")) -> Response:
        return self._site.page(
            visit,
            "guidelines-edit.html",
            status,
            text=text,
            version=self._campaign.guidelines.version,
            versions=guideline_versions(self._campaign),
            error=error,
        )

    # ------------------------------------------------------------------------------------------------------ items

    def more_items(self, visit: Visit) -> Response:
        """Show the forms to add items and to close a pilot."""
        return self._more_items(visit, 200)

    def add_items(self, visit: Visit) -> Response:
        """Add the items of a file, or of a text."""
        upload, text = visit.form.file("file"), visit.form.one("text")
        if upload and text.strip():
            return self._more_items(visit, 422, text, error=("more-both", ""))
        content = Content(upload.name, upload.data) if upload else Content("text", text.encode(errors="replace"))

        def add() -> None:
            add_items(self._campaign, read_further_items(content), actor=visit.user.name)

        return self._try(
            add, "/organise/items/more", lambda status, error: self._more_items(visit, status, text, error)
        )

    def close_pilot(self, visit: Visit) -> Response:
        """Close the pilot, if the box that says so is ticked."""

        def close() -> None:
            close_pilot(self._campaign, actor=visit.user.name)

        if visit.form.one("sure") != "yes":
            return self._more_items(visit, 422, error=("pilot-unsure", ""))
        return self._try(
            close, "/organise/items/more", lambda status, error: self._more_items(visit, status, "", error)
        )

    def _more_items(self, visit: Visit, status: int, text: str = "", error: tuple[str, str] = ("", "")) -> Response:
        numbers = {kind: len(self._campaign.items.of(kind)) for kind in ItemKind}
        return self._site.page(visit, "more-items.html", status, numbers=numbers, text=text, error=error)

    def _try(
        self, action: Callable[[], object], address: str, show: Callable[[int, tuple[str, str]], Response]
    ) -> Response:
        """Do something and go on, or show the form again with what was typed and the reason why not."""
        try:
            action()
        except Overtaken:
            return show(409, ("change-overtaken", ""))
        except SteadError as fault:
            return show(422, ("change-refused", str(fault)))
        return see_other(address)


def _sections(settings: CampaignSettings, rates: bool) -> Iterator[tuple[str, list[SettingField]]]:  # noqa: FBT001
    for section, names in _EDITABLE.items():
        if section not in (("assignment", "answers") if rates else ("rating",)):
            values = getattr(settings, section)
            declared = {setting.name: setting for setting in fields(values)}
            yield (
                section,
                [
                    SettingField(section, name, _kind(declared[name]), getattr(values, name), declared[name].metadata)
                    for name in names
                ],
            )


def _kind(setting: Any) -> str:
    if isinstance(setting.default, bool):
        return "flag"
    if isinstance(setting.default, int):
        return "number"
    if isinstance(setting.default, tuple):
        return "names"
    if setting.metadata["among"] or setting.name == "language":
        return "choice"
    return "long" if setting.name in _LONG else "text"


def _read_settings(before: CampaignSettings, form: Form, rates: bool) -> CampaignSettings:  # noqa: FBT001
    """The settings as the form has them; what is no number becomes one that no setting takes, and is refused later."""
    after = before
    for section, shown in _sections(before, rates):
        values = {field.name: _typed(field, form) for field in shown}
        after = replace(after, **{section: replace(getattr(before, section), **values)})
    parts = [
        [text.strip()[:_LONGEST] for text in form.all(f"example-{name}")] for name in ("sentence", "answer", "why")
    ]
    examples = tuple(GuidelineExample(*row) for row in zip(*parts, strict=False) if any(row))
    return replace(after, examples=examples)


def _typed(field: SettingField, form: Form) -> Any:
    text = form.one(field.field)
    if field.kind == "flag":
        return text == "yes"
    if field.kind == "number":
        return form.number(field.field)
    tidied = text.replace("\r\n", "\n").strip()[:_LONGEST].encode(errors="replace").decode()
    return tuple(tidied.replace(",", " ").split()) if field.kind == "names" else tidied


# ------------------------------------------------------------------------------------------------------- files

_FILES = "/organise/files"


class FilePages:
    """Downloads are asked for by POST, and each is an event: who took what, and when."""

    def __init__(self, site: CampaignSite) -> None:
        self._site, self._campaign = site, site.campaign

    def show(self, visit: Visit) -> Response:
        """Show what can be downloaded, and the backups."""
        return self._show(visit, 200)

    def _show(self, visit: Visit, status: int, problem: str = "") -> Response:
        kept = [(name, path.stat().st_size) for name, path in backups(self._campaign).items()]
        downloads = downloads_of(self._campaign)
        return self._site.page(visit, "files.html", status, downloads=downloads, backups=kept, problem=problem)

    def export(self, visit: Visit) -> Response:
        """Make a file for download."""
        name, pseudonyms = visit.form.one("what"), visit.form.one("pseudonyms") == "yes"
        if name not in downloads_of(self._campaign):
            raise HTTPException(400)
        try:
            made = make_download(self._campaign, name, actor=visit.user.name, pseudonyms=pseudonyms)
        except SteadError as fault:  # as a gold of no answers
            return self._show(visit, 422, str(fault))
        file_name, data = made
        return attachment(data, file_name)

    def back_up(self, visit: Visit) -> Response:
        """Make a backup, which stays in the folder."""
        try:
            make_backup(self._campaign, actor=visit.user.name)
        except SteadError as fault:
            return self._show(visit, 422, str(fault))
        return see_other(_FILES)

    def download_backup(self, visit: Visit) -> Response:
        """Download a backup."""
        path = take_backup(self._campaign, visit.form.one("name"), actor=visit.user.name)
        if path is None:
            raise HTTPException(404)
        return FileResponse(path, filename=path.name, media_type="application/zip")

    def delete_backup(self, visit: Visit) -> Response:
        """Delete a backup, as after somebody was erased."""
        if not delete_backup(self._campaign, visit.form.one("name"), actor=visit.user.name):
            raise HTTPException(404)
        return see_other(_FILES)

    def events(self, visit: Visit) -> Response:
        """Show everything that was done, the newest first."""
        shown = paginate(read_events(self._campaign.database)[::-1], visit.query.number("page", 1))
        items = self._campaign.items.by_id
        return self._site.page(visit, "events.html", rows=shown.rows, page=shown.page, pages=shown.pages, items=items)
