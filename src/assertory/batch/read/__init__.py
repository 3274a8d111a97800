"""Saved answers in any form, turned into rows of JSON text in bounded memory."""
