// Converts a page of bin/docs to terminal text. It supports only the Markdown that these pages use.
import type { Paint } from '../../conformance/report/paint.ts'

/** How a page is printed. */
export interface PageLook {
  readonly width: number
  readonly paint: Paint
  /** True if colours mark code. Otherwise code keeps its backticks. */
  readonly coloured: boolean
  /** The first words of commands that the user can run: `emulator` or `npx emulator`. */
  readonly program: string
}

/** Converts Markdown to text: headings at the margin, text wrapped and indented by 2, code by 6. */
export function toTerminal(markdown: string, look: PageLook): string {
  const withoutMarks = markdown.replaceAll(/^(?:<!--.*|!\[.*|\|(?:[ -]*\|)+)\n/gm, '')
  const parts = withoutMarks.split(/^```[^\n]*\n(.*?)^```\n/ms)
  return parts
    .map((part, index) => (index % 2 === 1 ? part.replaceAll(/^(?=.)/gm, '      ') : proseText(part, look)))
    .join('')
    .trimEnd()
}

function proseText(markdown: string, look: PageLook): string {
  const inOneLine = markdown.replaceAll(/(?<=[^\n])\n(?!\n|- |\d+\. |#|\||$) */g, ' ')
  return inOneLine
    .split('\n')
    .map((line) => (line === '' ? '' : blockText(stripMarkdown(line, look), look)))
    .join('\n')
}

/** Text without links and emphasis. Code stays, and a link becomes the command that prints its page. */
function stripMarkdown(markdown: string, { program }: PageLook): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\(([^)]+)\)/g, (_, label: string, address: string) => {
      if (address.startsWith('#')) return label
      const page = /^(?:docs\/)?([\w-]+)\.md(?:#.*)?$/.exec(address)?.[1]
      return `${label} (${page === undefined ? address : `\`${program} help ${page}\``})`
    })
    .replaceAll(/(`[^`]*`)|(?<=\S)\*+|\*+(?=\S)/g, (_, code: string = '') => code)
}

/** A heading, a row of a table, an item of a list or a paragraph. */
function blockText(line: string, look: PageLook): string {
  const heading = /^#+ (.*)/.exec(line)?.[1]
  if (heading !== undefined) return look.paint('bold', heading.replaceAll('`', ''))
  if (line.startsWith('|')) {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
    const names = cells.slice(1, -2).join('  ')
    const text = cells.at(-2)!
    if (names.length <= 20) return wrapMarkdown(text, `  ${names.padEnd(20)}  `, look)
    return `${wrapMarkdown(names, '  ', look)}\n${wrapMarkdown(text, ' '.repeat(24), look)}`
  }
  const [mark] = /^(?:- |\d+\. |)/.exec(line)!
  return wrapMarkdown(line.slice(mark.length), `  ${mark}`, look)
}

/** Text wrapped to the width, between words but not within code. */
function wrapMarkdown(text: string, begin: string, { width, coloured, paint }: PageLook): string {
  const space = '\u2800'
  const words = text.replaceAll(/`[^`]*`/g, (code) => code.replaceAll(' ', space))
  const lines = words.match(new RegExp(`.{1,${width - begin.length}}(?: |$)|[^ ]+(?: |$)`, 'g')) ?? ['']
  return lines
    .map((line, index) => `${index === 0 ? begin : ' '.repeat(begin.length)}${line.replaceAll(space, ' ')}`.trimEnd())
    .join('\n')
    .replaceAll(/`([^`]*)`/g, (whole, code: string) => (coloured ? paint('cyan', code) : whole))
}
