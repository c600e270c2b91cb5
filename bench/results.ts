import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, release, type, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { cellText } from './measure.ts'

const file = fileURLToPath(new URL('RESULTS.md', import.meta.url))
const head = `# Results

The last results of \`npm run bench -- NAME\`, each written by the benchmark itself. Absolute times differ threefold
from one machine to the next: compare the ratios.

`

/** A table of RESULTS.md, its numbers with three significant digits. */
export function markdownTable(
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): readonly string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [
    line(headings),
    line(headings.map((_, column) => (column === 0 ? '---' : '--:'))),
    ...rows.map((row) => line(row.map((cell) => cellText(cell)))),
  ]
}

/** Replaces the section of a benchmark in RESULTS.md, with the machine and the date. */
export function writeResults(name: string, title: string, lines: readonly string[]): void {
  const old = existsSync(file) ? readFileSync(file, 'utf8') : head
  const [before = head, ...sections] = old.split(/^(?=## )/m)
  const heading = `## ${title}`
  const { model = 'unknown' } = cpus()[0] ?? {}
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  const system = `${type()} ${release()}, Node ${process.versions.node}`
  const machine = `${model}, ${availableParallelism()} cores, ${memory}, ${system}`
  const day = new Intl.DateTimeFormat('sv').format()
  const section = [heading, '', `\`npm run bench -- ${name}\`, ${day}, ${machine}`, '', ...lines, '', ''].join('\n')
  const others = sections.filter((other) => !other.startsWith(`${heading}\n`))
  writeFileSync(file, `${[before, ...[...others, section].sort()].join('').trimEnd()}\n`)
}
