"""Reports: result records in, text out, in the form that is asked for."""

from stead.reporting.render import RENDERERS, render
from stead.reporting.tables import Table, evaluation_tables

__all__ = ["RENDERERS", "Table", "evaluation_tables", "render"]
