import { kit } from '../catalogue/kit.ts'
import { claimText } from '../catalogue/profiles.ts'
import type { RunResult } from '../run/result.ts'
import type { ReportContext } from './report-context.ts'
import type { Summary } from './summary.ts'
import { escapeMarkup, isoTime } from './text.ts'
import { verdictLine } from './verdict-line.ts'

/** One part of the badge, from left to right. */
interface Part {
  readonly text: string
  readonly fill: string
}

const height = 20
const padding = 8

/**
 * A small picture for a README: what was claimed and shown, when, and by which version of the kit. White on each of
 * its colours has a contrast of 4.5 or more.
 */
export function badgeReport(result: RunResult, { summary }: ReportContext): string {
  const date = isoTime(result.startedAt).slice(0, 10)
  const { head, rest } = verdictLine(summary)
  const parts: readonly Part[] = [
    { text: 'Platform Data API', fill: '#3b4252' },
    { text: verdictText(summary), fill: fills[String(summary.conformant) as keyof typeof fills] },
    { text: `${date}, kit ${kit.version}`, fill: '#5a6372' },
  ]
  const widths = parts.map(({ text }) => widthOf(text) + 2 * padding)
  const width = widths.reduce((sum, one) => sum + one, 0)
  const title = escapeMarkup(`Platform Data API, ${claimText(summary.claim)}: ${head}, ${rest}`)
  const description = escapeMarkup(`Checked ${result.baseUrl} on ${date} with kit ${kit.version}, ${summary.digest}`)
  const labels = 'role="img" aria-labelledby="badge-title badge-description"'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ${labels}>
<title id="badge-title">${title}</title>
<desc id="badge-description">${description}</desc>
<clipPath id="badge-shape"><rect width="${width}" height="${height}" rx="3"/></clipPath>
<g clip-path="url(#badge-shape)" fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">
${parts.map((part, index) => drawn(part, widths, index)).join('\n')}
</g>
</svg>
`
}

const fills = { true: '#1a7f43', false: '#c0272d', null: '#8a5800' } as const

function verdictText({ claim, conformant, requirements }: Summary): string {
  const claimed = claimText(claim)
  if (conformant === null) return `${requirements.decided} of ${requirements.stated} decided: ${claimed}`
  return `${conformant ? 'conformant' : 'not conformant'}: ${claimed}`
}

function drawn({ text, fill }: Part, widths: readonly number[], index: number): string {
  const from = widths.slice(0, index).reduce((sum, one) => sum + one, 0)
  const attributes = `x="${from + padding}" y="14" textLength="${widthOf(text)}" lengthAdjust="spacingAndGlyphs"`
  return [
    `<rect x="${from}" width="${widths[index]!}" height="${height}" fill="${fill}"/>`,
    `<text ${attributes}>${escapeMarkup(text)}</text>`,
  ].join('')
}

/** The width of a text in Verdana of 11 pixels, near enough: other fonts are stretched to it. */
function widthOf(text: string): number {
  return Math.round([...text].reduce((sum, character) => sum + characterWidth(character), 0))
}

function characterWidth(character: string): number {
  if (/[ijl.,:;'|!]/.test(character)) return 4
  if (/[ ftr-]/.test(character)) return 4.7
  return /[mwMWA-Z]/.test(character) ? 8.2 : 6.9
}
