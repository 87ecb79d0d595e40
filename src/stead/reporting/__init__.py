"""Reports: result records in, text out, in the form that is asked for."""

from stead.reporting.render import RENDERERS, render
from stead.reporting.sheets import SHEET_RENDERERS, render_sheet
from stead.reporting.tables import Table, evaluation_tables

__all__ = ["RENDERERS", "SHEET_RENDERERS", "Table", "evaluation_tables", "render", "render_sheet"]
