"""The official scorer of SemEval-2007 task 10, reproduced, and where and why stead differs from it.

    reading.py    the lines of a run, the format errors, and one answer split and levelled
    gold.py       which items are scored, with which substitutes and which mode
    scoring.py    the scoring loops of best, oot and the multiword task, and what they find item by item
    printing.py   percentages, numbers, and death by division
    program.py    the whole run
    preset.py     `--preset semeval2007`: what the program finds, inside stead's scorer
    lines.py      gold and run as lines that can be rewritten
    rewriting.py  the rewritings that make a defect harmless
    defects.py    the defects by task, each with its rewriting, in the order in which they are made harmless
    explain.py    the walk from the program's figure to stead's, defect by defect
    report.py     the same as tables, JSON and TSV

The first five reproduce standard output and exit status of the program byte for byte. They import nothing from the
rest of stead and mend nothing. The corrected scorer is `stead.scoring`.
"""
