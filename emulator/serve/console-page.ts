// The page of the console from the build: one HTML file with its script and its style.

/** The places of the file: next to the built modules, or in dist/ when the sources run. */
const places = ['./console.html', '../../dist/console.html']

/** Headers that allow the page only its own script and style, and requests to this server. */
function pageHeaders(html: string): Readonly<Record<string, string>> {
  const { createHash } = process.getBuiltinModule('node:crypto')
  const hashes = (element: string) =>
    [...html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))]
      .map(([, text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`)
      .join(' ')
  // The frame of a report inherits the policy, so it has to name the script and the style of reports, too.
  const ofReports = (element: string) => new RegExp(`<meta name="report-${element}" content="(.*?)">`).exec(html)?.[1]
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src ${hashes('script')} ${ofReports('script')}`,
      `style-src ${hashes('style')} ${ofReports('style')}`,
      "connect-src 'self'",
      'frame-src blob:',
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
    'Cache-Control': 'no-cache',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    Vary: 'Accept',
  }
}

async function readConsolePage(): Promise<string | undefined> {
  const { readFile } = process.getBuiltinModule('node:fs/promises')
  for (const place of places) {
    const html = await readFile(new URL(place, import.meta.url), 'utf8').catch(() => undefined)
    if (html !== undefined) return html
  }
  return undefined
}

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>The console is not built</title>
<h1>The console is not built</h1><p>Run <code>npm run build</code>, and start the emulator again.</p></html>
`

/** Makes the answer with the page. The file is read on first use. */
export function makeConsolePage(): () => Promise<Response> {
  let loading: Promise<{ readonly html: string; readonly headers: Readonly<Record<string, string>> } | undefined>
  const load = async () => {
    const html = await readConsolePage()
    return html === undefined ? undefined : { html, headers: pageHeaders(html) }
  }
  return async function consolePage() {
    const page = await (loading ??= load())
    if (page) return new Response(page.html, { headers: page.headers })
    return new Response(notBuilt, { status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  }
}
