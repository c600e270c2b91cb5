/** The style of the HTML report: light, dark and print, without external assets. */
export const style: string = `
:root { color-scheme: light dark; --page: #f5f6f8; --card: #fff; --ink: #1b1f27; --soft: #5a6372; --line: #dfe3e9;
  --code: #f3f4f7; --good: #1a7f43; --bad: #c0272d; --open: #9a6200; --none: #8a93a2; --good-wash: #e7f5ec;
  --bad-wash: #fdecec; --open-wash: #fff4de; --link: #1f5fbf }
@media (prefers-color-scheme: dark) { :root { --page: #14171c; --card: #1c2027; --ink: #e7eaf0; --soft: #a2abba;
  --line: #313843; --code: #242a33; --good: #5cc98a; --bad: #ff7d7d; --open: #f0b95a; --none: #7d8797;
  --good-wash: #173325; --bad-wash: #3c1e20; --open-wash: #3a2d14; --link: #8ab8ff } }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif }
main { max-width: 1060px; margin: 0 auto; padding: 32px 20px 48px }
h1, h2, h3, p, ul, dl { margin: 0 }
h2 { font-size: 20px; margin: 40px 0 12px }
h3 { font-size: 16px }
a { color: var(--link) }
a.anchor { color: inherit; text-decoration: none }
a.anchor:hover, a.anchor:focus-visible { text-decoration: underline }
:target { scroll-margin-top: 12px }
tr:target > td { background: var(--open-wash) }
.card:target { outline: 3px solid var(--link) }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, "DejaVu Sans Mono", monospace; font-size: 13px }
pre { background: var(--code); border-radius: 6px; padding: 10px 12px; margin: 6px 0 0; white-space: pre-wrap;
  overflow-wrap: anywhere; max-height: 420px; overflow-y: auto }
.soft { color: var(--soft) }
.eyebrow { color: var(--soft); font-size: 14px; margin-bottom: 10px }
.banner { border: 1px solid var(--line); border-left: 8px solid var(--tone); background: var(--wash);
  border-radius: 10px; padding: 20px 24px }
.banner h1 { font-size: 30px; line-height: 1.2; color: var(--tone) }
.banner p { margin-top: 6px; font-size: 17px }
.good { --tone: var(--good); --wash: var(--good-wash) }
.bad { --tone: var(--bad); --wash: var(--bad-wash) }
.open { --tone: var(--open); --wash: var(--open-wash) }
.none { --tone: var(--none); --wash: var(--code) }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(170px, 1fr)); gap: 14px 24px;
  margin-top: 18px }
.facts dt { color: var(--soft); font-size: 13px }
.facts dd { margin: 0; overflow-wrap: anywhere }
.tiles { display: grid; grid-template-columns: repeat(4, 1fr); gap: 12px; margin-top: 16px }
.tile, .card { background: var(--card); border: 1px solid var(--line); border-radius: 10px }
.tile { padding: 12px 16px; border-top: 4px solid var(--tone) }
.tile b { display: block; font-size: 28px; line-height: 1.2 }
.card { padding: 18px 20px; margin-top: 12px }
.card.bad, .card.open { border-left: 5px solid var(--tone) }
.card > p { margin-top: 2px }
.diff { display: grid; grid-template-columns: auto 1fr; gap: 2px 12px; margin-top: 6px }
.diff dt { color: var(--soft) }
.diff dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap }
.diff .got { color: var(--bad); font-weight: 600 }
.label { margin-top: 10px; font-size: 13px; color: var(--soft) }
details { margin-top: 8px }
summary { cursor: pointer; color: var(--link) }
.scroll { overflow-x: auto }
table { width: 100%; border-collapse: collapse }
th, td { text-align: left; vertical-align: top; padding: 8px 10px; border-bottom: 1px solid var(--line) }
tr:last-child > td, tr:last-child > th[scope=row] { border-bottom: 0 }
thead th { font-size: 13px; font-weight: 600; color: var(--soft); white-space: nowrap }
th[scope=row] { font-weight: 500 }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
th.number { text-align: right }
.clause { white-space: nowrap; color: var(--soft) }
.zero { color: var(--none) }
.bar { display: block; width: 160px; height: 10px; margin-top: 6px; border-radius: 5px; overflow: hidden }
.fill-good { fill: var(--good) } .fill-bad { fill: var(--bad) }
.fill-open { fill: var(--open) } .fill-none { fill: var(--line) }
.badge { display: inline-block; border-radius: 999px; padding: 1px 10px; font-size: 13px; font-weight: 600;
  white-space: nowrap; color: var(--tone); background: var(--wash) }
.names code { display: inline-block; max-width: 100%; overflow-wrap: anywhere; margin-right: 8px }
.filters { display: flex; flex-wrap: wrap; gap: 8px; margin-bottom: 4px; align-items: center }
.filters[hidden] { display: none }
.filters button { font: inherit; font-size: 14px; padding: 4px 12px; border: 1px solid var(--line);
  border-radius: 999px; background: var(--card); color: var(--ink); cursor: pointer }
.filters button[aria-pressed=true] { background: var(--ink); border-color: var(--ink); color: var(--page) }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
footer { margin-top: 40px; padding-top: 16px; border-top: 1px solid var(--line); color: var(--soft);
  font-size: 13px; overflow-wrap: anywhere }
@media (max-width: 640px) { .tiles { grid-template-columns: repeat(2, 1fr) } .share { display: none } .card {
  padding: 14px } main { padding-top: 16px } table:has(.names), table:has(.names) tbody { display: block }
  table:has(.names) thead { display: none } tr:has(.names) { display: grid; grid-template-columns: 1fr auto }
  tr:has(.names) > :not(.names) { border-bottom: 0 } td.names { grid-column: 1 / -1; padding-top: 0 }
  td.names[data-head]::before { content: attr(data-head) ': '; color: var(--soft); font-size: 13px } }
@media print {
  :root { color-scheme: light; --page: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #ccc; --code: #f6f6f6;
  --good: #1a7f43; --bad: #c0272d; --open: #9a6200; --none: #777; --good-wash: #fff; --bad-wash: #fff;
  --open-wash: #fff; --link: #000 }
  body { font-size: 12px } main { max-width: none; padding: 0 } .filters, #shown { display: none } pre {
  max-height: none } tr[hidden] { display: table-row }
  .tile, .banner, tr { break-inside: avoid } h2, h3 { break-after: avoid }
  .fill-good, .fill-bad, .fill-open, .fill-none { print-color-adjust: exact }
}
`
