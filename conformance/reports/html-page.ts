// The page of HTML reports and its parts: no asset from elsewhere, and a policy by which nothing else runs.
import { createHash } from 'node:crypto'
import { script } from './html-script.ts'
import { style } from './html-style.ts'
import type { Score } from './summary.ts'
import { escapeMarkup } from './text.ts'

/**
 * One page.
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
<title>${escapeMarkup(title)}</title>
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
  `style-src '${hashOf(style)}'`,
  `script-src '${hashOf(script)}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

function hashOf(source: string): string {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`
}

/** A name and its value, in a list of facts. */
export function fact(name: string, value: string): string {
  return `<div><dt>${name}</dt><dd>${escapeMarkup(value)}</dd></div>`
}

/** The verdict at the head of a page. */
export function banner(tone: string, head: string, rest: string): string {
  const sentence = escapeMarkup(`${rest[0]!.toUpperCase()}${rest.slice(1)}.`)
  return `<section class="banner ${tone}" aria-label="Verdict"><h1>${head}</h1><p>${sentence}</p></section>`
}

/** @param items Markup. */
export function listOf(note: string, items: readonly string[]): string {
  if (items.length === 0) return ''
  const head = note === '' ? '' : `<p class="soft">${note}</p>`
  return `${head}<ul>${items.map((one) => `<li>${one}</li>`).join('')}</ul>`
}

/** A section with an anchor that is the same in every report. */
export function titled(anchor: string, title: string, content: string): string {
  if (content === '') return ''
  return `<section id="${anchor}"><h2><a class="anchor" href="#${anchor}">${title}</a></h2>${content}</section>`
}

/** How many requirements came out how. */
export function tiles({ passed, failed, undecided, notLookedAt }: Score): string {
  const tile = (tone: string, count: number, label: string) => `<div class="tile ${tone}"><b>${count}</b>${label}</div>`
  const all = [
    tile('good', passed, 'passed'),
    tile('bad', failed, 'failed'),
    tile('open', undecided, 'not decided'),
    tile('none', notLookedAt, 'not looked at'),
  ]
  return `<div class="tiles">${all.join('')}</div>`
}
