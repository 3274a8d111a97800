"""The look of the HTML form: light, dark, in print, and with colours that the reader forces."""

from typing import Final

# Outcomes differ by word and sign wherever they differ by colour. The colours of text keep the
# contrast of WCAG 2.2 AA on every ground they stand on; a test computes it.
STYLE: Final = """
:root {
  color-scheme: light dark;
  --ground: #f5f5f1; --paper: #ffffff; --code: #f1f1ec; --line: #d9d9d2;
  --ink: #1b1c1e; --soft: #595d64;
  --passed: #17703f; --failed: #b3261e; --abstained: #7d5200; --error: #6a3ba3;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #121316; --paper: #1b1d21; --code: #25282d; --line: #383c43;
    --ink: #e9e9e6; --soft: #a7abb3;
    --passed: #53c68c; --failed: #ff9085; --abstained: #e3b75f; --error: #c7a6f5;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
}
header, main, footer { max-width: 64rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2rem; }
footer { padding: 1rem 1.25rem 3rem; color: var(--soft); }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .75rem; }
p { margin: .25rem 0; }
.soft { color: var(--soft); }
code { font: .875em/1.5 ui-monospace, monospace; background: var(--code);
  padding: .1em .3em; border-radius: .25em; }
a.skip { position: absolute; left: -100vw; }
a.skip:focus { left: 1rem; top: .5rem; padding: .5rem; background: var(--paper);
  color: var(--ink); }
:focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }
.passed { --outcome: var(--passed); }
.failed { --outcome: var(--failed); }
.abstained { --outcome: var(--abstained); }
.error { --outcome: var(--error); }
.badge { color: var(--outcome); font-weight: 600; white-space: nowrap; }
.chip { color: var(--failed); font-size: .8em; border: 1px dashed; border-radius: .25em; }
.gate { margin-top: 1rem; padding: .75rem 1rem; background: var(--paper);
  border: 1px solid var(--line); border-inline-start: .4rem solid var(--outcome); }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr));
  gap: .75rem; margin: 1.5rem 0 1rem; }
.figures > div { background: var(--paper); border: 1px solid var(--line); padding: .75rem 1rem; }
.figures dt { color: var(--soft); }
.figures dd { margin: 0; }
.figures .large { font-size: 1.75rem; line-height: 1.3; font-variant-numeric: tabular-nums; }
.bar { display: flex; gap: 2px; height: 1.25rem; }
.bar span { flex: 1 1 0; min-width: 4px; border: 1px solid var(--outcome);
  background: var(--outcome); print-color-adjust: exact; }
.bar .failed { background:
  repeating-linear-gradient(45deg, var(--outcome) 0 4px, transparent 4px 6px); }
.bar .abstained { background:
  repeating-linear-gradient(90deg, var(--outcome) 0 2px, transparent 2px 6px); }
.bar .error { background: none; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; list-style: none; padding: 0;
  margin: .5rem 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; background: var(--paper); }
th, td { text-align: start; vertical-align: top; padding: .45rem .75rem;
  border: 1px solid var(--line); }
thead th { color: var(--soft); font-weight: 600; }
tbody th { font-weight: 400; }
.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
fieldset { border: 0; padding: 0; margin: 0 0 .75rem; display: flex; flex-wrap: wrap; gap: .5rem; }
legend { float: inline-start; padding: .3rem .25rem 0 0; color: var(--soft); }
fieldset label { border: 1px solid var(--line); background: var(--paper); padding: .25rem .75rem;
  border-radius: 1rem; cursor: pointer; }
fieldset label:has(:checked) { border-color: currentColor; font-weight: 600; }
fieldset label:has(:focus-visible) { outline: 3px solid currentColor; outline-offset: 2px; }
main:has([value="failed"]:checked) .row:not(.failed),
main:has([value="abstained"]:checked) .row:not(.abstained),
main:has([value="error"]:checked) .row:not(.error) { display: none; }
.row { background: var(--paper); border: 1px solid var(--line);
  border-inline-start: .25rem solid var(--outcome); margin-bottom: .4rem; }
.row summary { padding: .5rem .75rem; cursor: pointer; }
.row > div { padding: 0 .75rem .75rem 2rem; }
.check { margin-top: .75rem; }
.check dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem .75rem;
  margin: .35rem 0 0; }
.check dt { color: var(--soft); }
.check dd { margin: 0; min-width: 0; }
.check dd code { display: block; white-space: pre-wrap; }
@media print {
  body { background: none; }
  fieldset, a.skip { display: none; }
  .row, tr, .figures > div { break-inside: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
}
"""
