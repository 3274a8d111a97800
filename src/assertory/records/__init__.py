"""The frozen shapes that the rooms hand each other, a file by noun; no behaviour."""
