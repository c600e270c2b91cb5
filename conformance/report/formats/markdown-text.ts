// Parts of Markdown reports. Texts of a target cannot become markup.
import { harmless, oneLine } from '../text.ts'

/** Text that a reader unfolds. */
export function detailsBlock(summary: string, content: string): string {
  return `<details><summary>${summary}</summary>\n\n${content}\n\n</details>`
}

/** A table; nothing without rows. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  return [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`)
    .join('\n')
}

/** A text of a target as plain text: it may not become markup, a mention or a link. */
export function plainMarkdown(text: string): string {
  return oneLine(text)
    .replaceAll(/[\\`*_{}[\]~]/g, String.raw`\$&`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '&#64;')
    .replaceAll('#', '&#35;')
    .replaceAll('://', ':&#47;&#47;')
}

/** A text as code in a line. */
export function code(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1)
  return `${fence}${longestRun(text) > 0 ? ' ' : ''}${oneLine(text)}${longestRun(text) > 0 ? ' ' : ''}${fence}`
}

/** A text as a block of code. */
export function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${harmless(text)}\n${fence}`
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
}

/** A text as a part of the list item before it. */
export function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n')
}
