// Builds the console into one HTML file, with its script and its style inside.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'tsdown'
import { script as reportScript } from '../../conformance/report/formats/html-script.ts'
import { style as reportStyle } from '../../conformance/report/formats/html-style.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The page, and the modules that it is made of. */
export interface ConsolePage {
  readonly html: string
  readonly modules: readonly string[]
}

const style = 'emulator/console/styles/console.css'

/** Builds the page. */
export async function buildConsolePage(): Promise<ConsolePage> {
  const [bundle] = await build({
    cwd: root,
    config: false,
    entry: { console: 'emulator/console/main.tsx' },
    format: 'iife',
    platform: 'browser',
    target: 'es2023',
    minify: true,
    dts: false,
    write: false,
    clean: false,
    logLevel: 'error',
    deps: { alwaysBundle: /./, onlyBundle: false },
  })
  const chunks = bundle!.chunks.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk] : []))
  // `</script>` and `<!--` in a string would end the element or change how it is read.
  const script = chunks
    .map(({ code }) => code.trim())
    .join('\n')
    .replaceAll(/<\/(?=script)/gi, String.raw`<\/`)
    .replaceAll('<!--', String.raw`\x3c!--`)
  return {
    html: toHtml(script, smaller(readFileSync(`${root}${style}`, 'utf8'))),
    modules: chunks.flatMap(({ moduleIds }) => moduleIds),
  }
}

function smaller(css: string): string {
  return css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/\s*([{};])\s*/g, '$1')
    .trim()
}

const contentSourceHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

function toHtml(script: string, style: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Platform Data API emulator</title>
<link rel="icon" href="data:,">
<meta name="report-script" content="${contentSourceHash(reportScript)}"><meta name="report-style" content="${contentSourceHash(reportStyle)}">
<style>${style}</style>
</head>
<body><div id="console"><p class="loading">The console is loading …</p></div><script>${script}</script></body>
</html>
`
}
