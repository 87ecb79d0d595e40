"""Every module of campaigns can be the first that a command imports: none of them needs another to come before it."""

import subprocess
import sys

_FIRST_OF_ALL = """
import importlib, pkgutil, sys
import stead.campaign

modules = [module.name for module in pkgutil.walk_packages(stead.campaign.__path__, "stead.campaign.")]
for name in modules:
    if ".migrations" not in name:
        for loaded in [loaded for loaded in sys.modules if loaded.startswith("stead.campaign")]:
            del sys.modules[loaded]
        importlib.import_module(name)
print(len(modules))
"""


def test_every_module_can_be_imported_first() -> None:
    done = subprocess.run([sys.executable, "-c", _FIRST_OF_ALL], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 40
