"""One table in every notation; text cannot break out of it."""

from __future__ import annotations

import csv
import io

from infrarouge.reporting.tables import Listing, csv_table, html_table, latex_table, markdown_table, text_table

HEADER = ["name", "x_y"]
CELLS = [["a|b & <c>", "1.00"], ["longer name \\ 5%", "100.00"]]


def test_text_is_aligned() -> None:
    lines = text_table(HEADER, CELLS, ["below"]).splitlines()
    assert lines[0].index("x_y") + len("x_y") == len(lines[1]) == len(lines[2])
    assert lines[3] == "below"


def test_notations_escape() -> None:
    assert "a\\|b & &lt;c>" in markdown_table(HEADER, CELLS)
    made = latex_table(HEADER, CELLS, ["50% done"])
    assert r"a|b \& <c> & 1.00 \\" in made
    assert r"longer name \textbackslash{} 5\% & 100.00 \\" in made
    assert r"x\_y" in made
    assert made.startswith("% 50% done\n\\begin{tabular}{lr}")
    assert "a|b &amp; &lt;c&gt;" in html_table(HEADER, CELLS, ["<b>"])
    assert "<b>" not in html_table(HEADER, CELLS, ["<b>"])
    assert list(csv.reader(io.StringIO(csv_table(HEADER, CELLS)))) == [HEADER, *CELLS]


def test_listing_in_every_notation() -> None:
    made = Listing("profile", {"mine": "my own"})
    assert made.to_csv() == "profile,about\nmine,my own\n"
    assert made.to_dict() == {"mine": "my own"}
    assert made.to_markdown() == "| profile | about |\n| --- | --- |\n| mine | my own |"
    assert "mine & my own" in made.to_latex()
    assert str(made) == "profile  about\nmine     my own"
    assert Listing("profile", {}).to_csv() == "\n"
