import { terminalLine } from '../../../wording/escaping/terminal.ts'
import type { Paint } from '../../paint.ts'
import type { ClauseScore } from '../../score.ts'
import { wrap } from '../../text.ts'
import type { Look } from './look.ts'

const barWidth = 12

/** The narrowest terminal that has room for the bars of the score. */
const widthOfBars = 100

/** The score by clause, for a terminal. */
export function scoreTable(clauses: readonly ClauseScore[], { paint, width: lineWidth }: Look): readonly string[] {
  if (clauses.length === 0) return []
  const width = Math.max(...clauses.map(({ title }) => title.length))
  return [
    paint('bold', 'Score by clause'),
    ...clauses.flatMap((score) => {
      const head = `  ${score.clause.padEnd(5)} ${terminalLine(score.title)}`
      return lineWidth < widthOfBars
        ? wrap(`${terminalLine(score.title)}: ${words(score)}`, lineWidth - 8).map(
            (line, index) => `  ${(index === 0 ? score.clause : '').padEnd(5)} ${line}`,
          )
        : [`${head.padEnd(width + 8)}  ${bar(score, paint)}  ${words(score)}`]
    }),
  ]
}

function bar({ passed, failed, undecided, notLookedAt }: ClauseScore, paint: Paint): string {
  const total = passed + failed + undecided + notLookedAt
  const cells = (count: number) => (count === 0 ? 0 : Math.max(1, Math.floor((count / total) * barWidth)))
  const [bad, open, none] = [cells(failed), cells(undecided), cells(notLookedAt)]
  const good = passed === 0 ? 0 : Math.max(1, barWidth - bad - open - none)
  return [
    paint('green', '█'.repeat(good)),
    paint('red', '▒'.repeat(bad)),
    paint('yellow', '░'.repeat(open)),
    paint('dim', '·'.repeat(Math.max(none, barWidth - good - bad - open))),
  ].join('')
}

/** The counts that are not zero, as in "12 passed, 1 failed". */
function words({ passed, failed, undecided, notLookedAt }: ClauseScore): string {
  return (
    [
      [passed, 'passed'],
      [failed, 'failed'],
      [undecided, 'not decided'],
      [notLookedAt, 'not looked at'],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(', ')
}
