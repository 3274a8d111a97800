"""Grade many saved answers: read, split, grade in processes, write, verify."""
