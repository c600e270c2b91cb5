// A page of bin/docs as text for a terminal. It knows the Markdown that these pages use, and no more.
import type { Paint } from '../../conformance/report/paint.ts'

/** How a page is shown. */
export interface PageLook {
  readonly width: number
  readonly paint: Paint
  /** Colours show what is code; without them its backticks stay. */
  readonly coloured: boolean
  /** The beginning of commands that the user may run: `emulator` or `npx emulator`. */
  readonly program: string
}

const indent = '  '

/** Headings stand at the margin, text is wrapped and indented by 2, code by 6. */
export function toTerminal(markdown: string, look: PageLook): string {
  const blocks = blocksOf(markdown)
  return blocks
    .map((block, index) => {
      const isInList = block.kind === 'item' && blocks[index - 1]?.kind === 'item'
      return `${index === 0 ? '' : isInList ? '\n' : '\n\n'}${blockText(block, look)}`
    })
    .join('')
}

type Block =
  | { readonly kind: 'heading' | 'paragraph' | 'item'; readonly text: string }
  | { readonly kind: 'code'; readonly lines: readonly string[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }

function blockText(block: Block, look: PageLook): string {
  switch (block.kind) {
    case 'heading':
      return look.paint('bold', plain(block.text, look))
    case 'paragraph':
      return wrapped(block.text, indent, indent, look)
    case 'item':
      return wrapped(block.text, `${indent}- `, `${indent}  `, look)
    case 'code':
      return block.lines.map((line) => (line === '' ? '' : `${indent}    ${line}`)).join('\n')
    case 'table':
      return tableText(block.rows, look)
  }
}

/** Items of a list are blocks of their own. */
function blocksOf(markdown: string): readonly Block[] {
  const blocks: Block[] = []
  const lines = markdown.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    if (line.trim() === '' || line.startsWith('<!--') || line.startsWith('![')) continue
    const until = (isEnd: (text: string) => boolean): readonly string[] => {
      const start = at
      while (at + 1 < lines.length && !isEnd(lines[at + 1]!)) at++
      return lines.slice(start, at + 1)
    }
    if (line.startsWith('```')) {
      blocks.push({ kind: 'code', lines: until((text) => text.startsWith('```')).slice(1) })
      at++
    } else if (/^#+ /.test(line)) blocks.push({ kind: 'heading', text: line.replace(/^#+ /, '') })
    else if (line.startsWith('|')) {
      const rows = until((text) => !text.startsWith('|')).map(cellsOf)
      blocks.push({ kind: 'table', rows: rows.filter((cells) => !cells.every((cell) => /^:?-+:?$/.test(cell))) })
    } else {
      const isItem = line.startsWith('- ')
      const text = until((next) => next.trim() === '' || /^(?:- |#|\||```)/.test(next)).join(' ')
      blocks.push({ kind: isItem ? 'item' : 'paragraph', text: isItem ? text.slice(2) : text })
    }
  }
  return blocks
}

function cellsOf(row: string): readonly string[] {
  return row
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** The first columns are aligned where they leave half of the width to the last; otherwise the last stands below. */
function tableText([header = [], ...rows]: readonly (readonly string[])[], look: PageLook): string {
  const first = (cells: readonly string[]) => cells.slice(0, -1).map((cell) => plain(cell, look))
  const all = header.some((cell) => cell !== '') ? [header, ...rows] : rows
  const widths = header.slice(0, -1).map((_, column) => Math.max(...all.map((cells) => first(cells)[column]!.length)))
  const left = widths.reduce((sum, width) => sum + width + 2, 0)
  const isAligned = left <= look.width / 2
  const lines = all.map((cells) => {
    const style = cells === header ? 'dim' : 'cyan'
    const padded = first(cells).map((cell, column) => cell.padEnd(isAligned ? widths[column]! : 0))
    const begin = padded.map((cell) => look.paint(style, cell)).join('  ')
    const last = cells.at(-1)!
    if (!isAligned) {
      const below = `${indent}    `
      const above = wrapped(padded.join('  '), indent, indent, look).replaceAll(/\S.*/g, (line) =>
        look.paint(style, line),
      )
      return last === '' ? above : `${above}\n${wrapped(last, below, below, look)}`
    }
    return wrapped(last, `${indent}${begin}  `, ' '.repeat(indent.length + left), look, indent.length + left)
  })
  return lines.map((line) => line.trimEnd()).join('\n')
}

/** A cell or a heading: its marks of code and of stress are left out. An asterisk in code stays. */
function plain(markdown: string, look: PageLook): string {
  return linksAsText(markdown, look).replaceAll(/`([^`]*)`|\*{1,2}/g, (_, code: string | undefined) => code ?? '')
}

/** A link as text: its label, and behind it the address, or the command that shows the page that it leads to. */
function linksAsText(markdown: string, { program }: PageLook): string {
  return markdown.replaceAll(/\[([^\]]*)\]\(([^)]+)\)/g, (_, label: string, address: string) => {
    if (address.startsWith('#')) return label
    const page = /^(?:docs\/)?([\w-]+)\.md(?:#.*)?$/.exec(address)?.[1]
    return `${label} (${page === undefined ? address : `\`${program} help ${page}\``})`
  })
}

/** A code span is never broken, unless it is longer than a line. */
const word = /(?:`[^`]*`|[^\s`])+/g

/** Text in lines of at most the width, broken between words. @param used The columns of the beginning as it is seen. */
function wrapped(markdown: string, begin: string, next: string, look: PageLook, used = begin.length): string {
  const text = linksAsText(markdown, look)
    .replaceAll(/(?<![*\w`])\*(?=\w)([^*`]+)\*(?![*\w])/g, '**$1**')
    .replaceAll(/\*\*(.+?)\*\*/g, (_, strong: string) => strong.replaceAll(/\S+/g, '**$&**'))
  const lines: string[] = []
  let line = begin
  let column = used
  let isFresh = true
  for (const [found] of text.matchAll(word)) {
    const seen = look.coloured ? found.replaceAll(/`|\*\*/g, '') : found.replaceAll('**', '')
    if (!isFresh && column + 1 + seen.length > look.width) {
      lines.push(line)
      line = next
      column = next.length
      isFresh = true
    }
    line += `${isFresh ? '' : ' '}${painted(found, look)}`
    column += seen.length + (isFresh ? 0 : 1)
    isFresh = false
  }
  return [...lines, line].join('\n')
}

function painted(found: string, { coloured, paint }: PageLook): string {
  if (!coloured) return found.replaceAll('**', '')
  return found
    .replaceAll(/\*\*(.+?)\*\*/g, (_, strong: string) => paint('bold', strong))
    .replaceAll(/`([^`]*)`/g, (_, code: string) => paint('cyan', code))
}
