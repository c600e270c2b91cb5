import { toEntity } from './markup.ts'
import { terminalLine, terminalLines } from './terminal.ts'
import { commandMark, escapeLine } from './unseen.ts'

/**
 * GitHub and GitLab look for mentions, references, commits and addresses in the text of the page, where escapes are
 * undone. A comment divides that text.
 */
const divider = '<!-- -->'

/** Markup, also in tables; the beginning of a list, and the line below a heading. */
const markup = /[\\`*{}[\]<>&|]|(?<![A-Za-z\d])_|_(?![A-Za-z\d])|^[-+=]|(?<=^\d{1,9})[.)](?=\s|$)/
/** A mention, a reference, an emoji, a formula and an address with a scheme: the text is divided after each. */
const links = /[@#~$]|!(?=\d)|:(?=\/\/|[\w+-]+:)/
/** An address without a scheme, and the reference `GH-1`. */
const parts = /(?<=www)(?=\.)|(?<=\bGH-)(?=\d)/
/** The hash of a commit has 7 to 40 digits. */
const hash = /(?<!\w)[\da-f]{7,}(?!\w)/
const partOfHash = /.{1,6}/g

const active = new RegExp([markup, links, commandMark, parts, hash].map(({ source }) => source).join('|'), 'gi')

/**
 * A text as plain text in one line, also within an element: it cannot become markup, a mention, a reference or a link.
 */
export function plainMarkdown(text: string): string {
  return escapeLine(text).replaceAll(active, deactivate)
}

function deactivate(found: string): string {
  if (found === '') return divider
  if (found.length > 1) return found.match(partOfHash)!.join(divider)
  return `${toEntity(found)}${/[@#~$!:]/.test(found) ? divider : ''}`
}

/** A sentence in one line, with backticks around code. All else is plain text. */
export function markdownSentence(text: string): string {
  return escapeLine(text)
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(active, deactivate) : markdownCode(part.slice(1, -1))))
    .join('')
}

/** A text as code in a line, where nothing is markup and nothing becomes a link. */
export function markdownCode(text: string): string {
  const line = terminalLine(text)
  const run = longestRun(line)
  const [fence, blank] = ['`'.repeat(run + 1), run > 0 ? ' ' : '']
  return `${fence}${blank}${line}${blank}${fence}`
}

/** A text as a block of code. */
export function markdownBlock(text: string, language = ''): string {
  const lines = terminalLines(text)
  const fence = '`'.repeat(Math.max(3, longestRun(lines) + 1))
  return `${fence}${language}\n${lines}\n${fence}`
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
}
