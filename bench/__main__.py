"""Run every measurement of this folder, one after another: `python3 dev.py bench`."""

import subprocess
import sys
from pathlib import Path

SCRIPTS = ("start.py", "grade.py", "worst.py", "peers.py")

for script in SCRIPTS:
    print(f"\n== {script}", flush=True)
    subprocess.run([sys.executable, str(Path(__file__).with_name(script))], check=True)
