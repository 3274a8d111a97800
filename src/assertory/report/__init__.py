"""One file for each form of output; rows are written one by one, so that any number can be."""
