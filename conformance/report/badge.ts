import { kit } from '../catalogue/kit.ts'
import { claimText } from '../catalogue/profiles.ts'
import type { RunResult } from '../judge/result.ts'
import { markupLine } from '../wording/escaping/markup.ts'
import { requirements as catalogue } from '../catalogue/requirements.ts'
import { isReducedClaim, type Summary, verdictLine } from './summary.ts'
import { isoTime } from './text.ts'

/** A part of the badge, from left to right. */
interface BadgePart {
  readonly text: string
  readonly fill: string
}

const height = 20
const padding = 8

/** Colours of the left and right parts. White text on them has a contrast of at least 4.5. */
const badgeFills = { name: '#3b4252', date: '#5a6372' } as const

const fills = { true: '#1a7f43', false: '#c0272d', null: '#8a5800' } as const

/** Draws a badge for a README as SVG: the claim, the verdict, the date and the version of the kit. */
export function drawBadge({ baseUrl, startedAt }: RunResult, summary: Summary): string {
  const { claim, conformant, requirements, digest } = summary
  const claimed = claimText(claim)
  const stated = catalogue.filter(({ kind }) => kind === 'stated').length
  // The title has the whole claim.
  const isReduced = isReducedClaim(claim)
  const part = `${requirements.stated} of ${stated}`
  const date = isoTime(startedAt).slice(0, 10)
  const verdict =
    conformant === null
      ? `${requirements.decided} of ${requirements.stated} decided${isReduced ? `, ${part} claimed` : `: ${claimed}`}`
      : `${conformant ? 'conformant' : 'not conformant'}${isReduced ? ` in part: ${part}` : `: ${claimed}`}`
  const parts: readonly BadgePart[] = [
    { text: 'Platform Data API', fill: badgeFills.name },
    { text: verdict, fill: fills[`${conformant}`] },
    { text: `${date}, kit ${kit.version}`, fill: badgeFills.date },
  ]
  const { head, rest } = verdictLine(summary)
  const title = `Platform Data API, ${claimed}: ${head}, ${rest}. Checked ${baseUrl} on ${date} with kit ${kit.version}, ${digest}`
  const widths = parts.map(({ text }) => textWidth(text) + 2 * padding)
  const width = widths.reduce((sum, width) => sum + width, 0)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" role="img" aria-label="${markupLine(title)}">
<title>${markupLine(title)}</title>
<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">
${parts.map((part, index) => drawPart(part, widths, index)).join('\n')}
</g>
</svg>
`
}

function drawPart({ text, fill }: BadgePart, widths: readonly number[], index: number): string {
  const from = widths.slice(0, index).reduce((sum, width) => sum + width, 0)
  const attributes = `x="${from + padding}" y="14" textLength="${textWidth(text)}" lengthAdjust="spacingAndGlyphs"`
  return [
    `<rect x="${from}" width="${widths[index]!}" height="${height}" fill="${fill}"/>`,
    `<text ${attributes}>${markupLine(text)}</text>`,
  ].join('')
}

/** The approximate width of a text in Verdana of 11 pixels. Other fonts are stretched to this width. */
function textWidth(text: string): number {
  return Math.round([...text].reduce((sum, character) => sum + characterWidth(character), 0))
}

function characterWidth(character: string): number {
  if (/[ijl.,:;'|!]/.test(character)) return 4
  if (/[ ftr-]/.test(character)) return 4.7
  return /[mwMWA-Z]/.test(character) ? 8.2 : 6.9
}
