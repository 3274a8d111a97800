"""What ends the reading of answers, and what makes one row of them a bad row."""

from assertory.engine import limits
from assertory.records.row import BadRow


class InputError(Exception):
    """Answers that can't be read, or no further; its text says what was found and what to do."""


class Damaged(Exception):
    """A stream can't be read any further; `rows` adds which one, and the row that was reached."""


class BadRecord(Exception):
    """A record that can't become a row: a stable code, and a sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def row(self, file: int, number: int, offset: int) -> BadRow:
        """Give the bad row that stands in its place."""
        return BadRow(file, number, offset, self.code, self.message)


def too_large() -> BadRecord:
    """Say that a row is over the bound of `limits`; nothing of it was kept."""
    message = (
        f"the row is larger than {limits.EVIDENCE_BYTES_MAX:,} bytes;"
        " shorten it, or leave out members that no check reads"
    )
    return BadRecord("row_too_large", message)
