"""The official scorer of SemEval-2007 task 10, reproduced, and where and why stead differs from it.

    program.py          the whole program
    program_input.py    the lines of a run, the format errors, and one answer split and normalised
    program_gold.py     which items are scored, with which substitutes and which mode
    program_scoring.py  the scoring loops of best, oot and the multiword task, what they find item by item, and how
                        figures are printed
    preset.py           `--preset semeval2007`: the program's statistics inside stead's scorer
    item_lines.py       gold and run as lines that can be rewritten
    defects.py          the defects by task, each with the rewriting that makes it harmless, in order
    explain.py          the steps from the program's figures to stead's, defect by defect

The modules `program*` reproduce standard output and exit status of the program byte for byte. They import nothing from
the rest of stead and correct nothing. The corrected scorer is `stead.scoring`.
"""
