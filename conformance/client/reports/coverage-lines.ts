import type { Paint } from '../../reports/paint.ts'
import { coverageHead, type CoverageTable } from './coverage.ts'

/** What the tests of a watched client touched, for a terminal. */
export function coverageLines(coverage: CoverageTable, paint: Paint): readonly string[] {
  const { groups } = coverage
  const width = Math.max(...groups.map(({ title }) => title.length))
  return [
    `${paint('bold', 'Coverage')}: ${coverageHead(coverage)}`,
    ...groups.map(({ title, touched, untouched }) => {
      const all = touched.length + untouched.length
      return `  ${title.padEnd(width)}  ${String(touched.length).padStart(3)} of ${String(all).padEnd(3)} touched`
    }),
    ...groups
      .filter(({ untouched }) => untouched.length > 0)
      .flatMap(({ title, untouched }) => [
        `  ${paint('yellow', `${title} never touched`)}`,
        ...wrapped(untouched).map((line) => paint('dim', `      ${line}`)),
      ]),
  ]
}

const lineWidth = 100

/** Names, in lines that fit a terminal. */
function wrapped(names: readonly string[]): readonly string[] {
  const lines: string[] = []
  for (const name of names) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + name.length + 2 <= lineWidth) lines[lines.length - 1] = `${last}, ${name}`
    else lines.push(name)
  }
  return lines
}
