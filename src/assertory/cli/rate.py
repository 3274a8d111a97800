"""Rates on the command line: a number from 0 to 1, and what is meant where it is written else."""

import typer


def read_rate(text: str) -> float:
    """
    Read a rate.

    >>> read_rate("0.7")
    0.7
    """
    try:
        rate = float(text)
    except ValueError:
        rate = -1
    if 0 <= rate <= 1:  # which NaN is not
        return rate
    meant = _meant(text)
    advice = "" if meant is None else f"; write {meant}"
    raise typer.BadParameter(f"{text} is no number from 0 to 1{advice}")


def _meant(text: str) -> str | None:
    """Give the rate that a percentage, or a decimal comma, stands for; None where none is plain."""
    number = text.replace(",", ".").rstrip("% ")
    try:
        rate = float(number)
    except ValueError:
        return None
    if "%" in text or rate >= 2:  # noqa: PLR2004 - 1.1 is more likely a slip than a percentage
        rate /= 100
    return f"{rate:.10g}" if 0 <= rate <= 1 else None
