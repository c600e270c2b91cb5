// The page of HTML reports and its parts. It loads nothing from other origins, and its policy forbids other scripts.
import { createHash } from 'node:crypto'
import { script } from './html-script.ts'
import { style } from './html-style.ts'
import { markupLine } from '../../wording/escaping/markup.ts'

/**
 * A page.
 * @param body Blocks of markup. Empty ones are left out.
 */
export function htmlPage(title: string, body: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${markupLine(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${body.filter((block) => block !== '').join('\n')}
</main>
<script>${script}</script>
</body>
</html>
`
}

const policy = [
  "default-src 'none'",
  `style-src '${sourceHash(style)}'`,
  `script-src '${sourceHash(script)}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

function sourceHash(source: string): string {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`
}
