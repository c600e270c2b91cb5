/** A page of the connection flow. Its texts are plain text, which `toPage` escapes. */
export interface PageContent {
  readonly status: number
  readonly title: string
  readonly paragraphs: readonly string[]
  /** Label and value, shown as a list. */
  readonly facts?: readonly (readonly [label: string, value: string])[]
  /** Name and description of the commands that consent would allow, below the heading Commands. */
  readonly items?: readonly (readonly [name: string, description: string])[]
  /** Buttons that post `decision` to the page's own URL. */
  readonly decisions?: readonly (readonly [value: string, label: string])[]
  readonly headers?: Readonly<Record<string, string>>
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body {
  margin: 0; min-height: 100dvh; box-sizing: border-box; padding: 1rem;
  display: grid; grid-template-columns: minmax(0, 32rem); place-content: center; background: Canvas; color: CanvasText;
}
main {
  padding: clamp(1rem, 5vw, 2rem);
  border: 1px solid color-mix(in srgb, CanvasText 20%, Canvas); border-radius: .75rem;
}
p, h1, li { overflow-wrap: anywhere; }
h2 { margin: 1rem 0 .25rem; font-size: 1rem; }
ul { margin: 0; padding-left: 1.25rem; }
code { font-family: ui-monospace, monospace; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.2; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1rem; }
dt { opacity: .75; }
dd { margin: 0; overflow-wrap: anywhere; font-family: ui-monospace, monospace; }
form { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
button {
  font: inherit; padding: .5rem 1.25rem; border: 1px solid CanvasText; border-radius: .5rem;
  background: Canvas; color: CanvasText; cursor: pointer;
}
button:first-child { background: CanvasText; color: Canvas; }
button:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
`

/** The URL of the page contains the state code, so the page must not be cached, framed or sent as a referrer. */
const headers: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

/** Makes the HTML response of a page. */
export function toPage(content: PageContent): Response {
  const { title, paragraphs, facts = [], items = [], decisions = [] } = content
  const list = facts
    .map(([label, value]) => `<dt>${escapePageText(label)}</dt><dd>${escapePageText(value)}</dd>`)
    .join('')
  const commands = items
    .map(([name, description]) => `<li><code>${escapePageText(name)}</code> ${escapePageText(description)}</li>`)
    .join('')
  // A form without an action posts to the page's own URL, so base paths, worlds and proxies need no care.
  const buttons = decisions
    .map(
      ([value, label]) => `<button name="decision" value="${escapePageText(value)}">${escapePageText(label)}</button>`,
    )
    .join('')
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapePageText(title)}</title><style>${style}</style>
</head>
<body><main>
<h1>${escapePageText(title)}</h1>
${paragraphs.map((text) => `<p>${escapePageText(text)}</p>`).join('\n')}
${list === '' ? '' : `<dl>${list}</dl>`}
${commands === '' ? '' : `<h2>Commands</h2><ul>${commands}</ul>`}
${buttons === '' ? '' : `<form method="post">${buttons}</form>`}
</main></body>
</html>
`
  return new Response(html, { status: content.status, headers: { ...headers, ...content.headers } })
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapePageText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!)
}
