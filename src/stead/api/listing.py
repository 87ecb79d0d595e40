"""Lists for people who want to know what there is: measures, rules of matching, systems."""

import re
import textwrap
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from stead.core.parameters import declarations, settings
from stead.core.text import plural
from stead.measures import MEASURES, SUITES, Measure, parse_measures
from stead.reporting.tables import Table, text_table, wrap
from stead.rules.definitions import PRESETS, Rules


def measure_pages(names: str) -> str:
    """Measures and suites in full, with their formulas."""
    return "\n".join(map(_measure_page, parse_measures(names)))


def measure_list(width: int = 100) -> str:
    """Every measure: figures, range, paper, and what it rewards, in lines of at most this width."""
    lines = []
    for measure in MEASURES.values():
        lines.append(f"{measure!s:20} {' '.join(measure.figures):6} 0 to 1   {measure.paper}")
        lines += textwrap.wrap(f"rewards {measure.rewards}", width, initial_indent="  ", subsequent_indent="    ")
    suites = [
        textwrap.fill(
            ", ".join(members),
            width,
            initial_indent=f"  {name:11} ",
            subsequent_indent=" " * 14,
            break_on_hyphens=False,
        )
        for name, members in SUITES.items()
    ]
    return "\n".join([*lines, "", "suites (short for several):", *suites, "", wrap(_HINT, width)]) + "\n"


_HINT = "`stead measures NAME` gives the formula, `stead measures --match` the rules of matching."


def _measure_page(measure: Measure) -> str:
    """One measure in full."""
    explanation = textwrap.dedent("    " + (type(measure).__doc__ or "")).replace(".. math::", "")
    lines = [str(measure), "", re.sub(r":math:`(.*?)`", r"\1", explanation).strip(), ""]
    lines += [f"paper:    {measure.paper}", f"rewards:  {measure.rewards}", f"figures:  {', '.join(measure.figures)}"]
    for parameter, declared in declarations(measure).items():
        lines.append(f"{parameter + ':':9} {declared.meaning}; {declared.accepts}")
    return "\n".join(lines) + "\n"


def matching_list() -> str:
    """Every rule of matching: what it is about, what it accepts, and its value in each preset."""
    lines = []
    for name, declared in declarations(Rules).items():
        values = ", ".join(f"{preset} {settings(rules)[name]}" for preset, rules in PRESETS.items())
        lines += [f"{name}: {declared.meaning}", f"  accepts {declared.accepts}", f"  presets {values}"]
    return "\n".join([*lines, "", "Use: --match lenient,apostrophes=drop,spelling=british"]) + "\n"


# -------------------------------------------------------------------------------------------------------- systems


def system_list(log: Callable[[str], None]) -> str:
    """Every system that can be run; those of other packages that cannot be loaded are logged."""
    from stead.systems import known_systems  # noqa: PLC0415 (lists of measures need none)

    rows = tuple((name, kind.about, kind.paper) for name, kind in known_systems(log).items())
    return text_table(Table(title="systems", columns=("name", "what it does", "paper"), rows=rows, labels=3))


def system_page(name: str) -> str:
    """The parameters of a system, and what its model was trained on, or its prompts, if it has any."""
    from stead.systems import parse_system  # noqa: PLC0415
    from stead.systems.blend.system import BlendSystem  # noqa: PLC0415
    from stead.systems.blend.trained_models import open_model  # noqa: PLC0415
    from stead.systems.llm.prompted import PromptedSystem  # noqa: PLC0415

    system = parse_system(name)
    values = settings(system)
    rows = tuple(
        (parameter, values[parameter], declared.meaning, declared.accepts)
        for parameter, declared in declarations(system).items()
    )
    columns = ("parameter", "value", "meaning", "accepts")
    tables = [Table(title=str(system), columns=columns, rows=rows, caption=f"{type(system).about}.", labels=4)]
    if isinstance(system, BlendSystem) and system.model:
        tables += _card_tables(open_model(system.model).card)
    prompts = system.prompt_texts() if isinstance(system, PromptedSystem) else {}
    pages = (f"the prompt for {name}:\n\n{textwrap.indent(prompt, '  ')}\n" for name, prompt in prompts.items())
    return "\n".join([*map(text_table, tables), *pages])


_MOST_ASKED = 12
_SHOWN_APART = ("held_out", "importance", "features")


def _card_tables(card: Mapping[str, Any]) -> Iterator[Table]:
    """The training data of a model, its figures on held-out items, and its most important features."""
    rows = tuple((name, _shown(value)) for name, value in card.items() if name not in _SHOWN_APART)
    yield Table(
        title="learned from",
        columns=("what", "value"),
        rows=rows,
        caption=f"{plural(len(card['features']), 'feature')}.",
        labels=2,
    )
    for left_out, figures in card["held_out"].items():
        rows = tuple((name, _rounded(value)) for name, value in figures.items())
        yield Table(title=f"on what was left out, by {left_out}", columns=("measure", "figure"), rows=rows, labels=1)
    for head, asked in card["importance"].items():
        most = sorted(asked.items(), key=lambda pair: -pair[1])[:_MOST_ASKED]
        rows = tuple((name, str(number)) for name, number in most)
        yield Table(title=f"what the head {head} asks for most", columns=("feature", "times"), rows=rows, labels=1)


def _rounded(value: float) -> str:
    return str(int(value)) if value == int(value) else f"{value:.4f}"


def _shown(value: object) -> str:
    match value:
        case dict():
            return ", ".join(f"{name}: {_shown(part)}" for name, part in value.items())
        case list():
            return ", ".join(map(_shown, value)) or "none"
    return str(value)
