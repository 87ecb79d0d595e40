"""Why the official 2007 program and stead differ on a run: item by item, defect by defect.

Both score the files. Then each defect of the official program in turn is made harmless, by rewriting the files so that
it can no longer act, and the official program scores them again: what moves is that defect's doing. When all
are harmless, both must agree.

    sheet.py       gold and run as lines that can be rewritten
    rewriting.py   the rewritings
    defects.py     the defects by task, each with its rewriting, in the order in which they are made harmless
    verdicts.py    what either program says of each item
    explain.py     the walk from one to the other
    record.py      what is found, as plain data
    report.py      the same as tables, JSON and TSV
"""

from stead.explaining.defects import DEFECTS, Defect
from stead.explaining.explain import explain
from stead.explaining.record import UNEXPLAINED, OfficialDifferences
from stead.explaining.report import report
from stead.explaining.verdicts import MEASURES

__all__ = ["DEFECTS", "MEASURES", "UNEXPLAINED", "Defect", "OfficialDifferences", "explain", "report"]
