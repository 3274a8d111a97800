"""Run a command with its output thrown away; print its code, CPU seconds and peak memory in MB."""

import resource
import subprocess
import sys

code = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(code, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
