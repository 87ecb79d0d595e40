"""`python -m stead` is `stead`."""

import sys

from stead.cli import main

sys.exit(main())
