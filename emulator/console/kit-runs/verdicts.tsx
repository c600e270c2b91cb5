import type { VNode } from 'preact'
import { byClause, type ClauseScore, type CheckVerdict, toneOf } from './run.ts'

interface VerdictsProps {
  readonly results: readonly CheckVerdict[]
  readonly scores: readonly ClauseScore[]
}

/** The verdicts by clause. What did not pass is open. */
export function Verdicts({ results, scores }: VerdictsProps): VNode {
  const titles = new Map(scores.map(({ clause, title }) => [clause, title]))
  return (
    <div class="list">
      {byClause(results).map(([clause, own]) => (
        <Clause key={clause} clause={clause} title={titles.get(clause) ?? ''} results={own} />
      ))}
    </div>
  )
}

interface ClauseProps {
  readonly clause: string
  readonly title: string
  readonly results: readonly CheckVerdict[]
}

function Clause({ clause, title, results }: ClauseProps): VNode {
  const counts = [...Map.groupBy(results, ({ verdict }) => verdict)]
  const isBad = results.some(({ verdict }) => toneOf(verdict) === 'bad')
  return (
    <details class="card" open={isBad}>
      <summary>
        <strong>
          {clause} {title}
        </strong>{' '}
        {counts.map(([verdict, own]) => (
          <span key={verdict} class={`badge ${toneOf(verdict)}`}>
            {own.length} {inWords(verdict)}
          </span>
        ))}
      </summary>
      <ul class="plain verdicts">
        {results.map(({ check, verdict, message }) => (
          <li key={check}>
            <span class={toneOf(verdict)}>{inWords(verdict)}</span> <code>{check}</code>{' '}
            <bdi class="name muted">{message.slice(0, 2000)}</bdi>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** `notApplicable` as people write it. */
function inWords(verdict: string): string {
  return verdict.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
