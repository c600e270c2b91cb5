import type { VNode } from 'preact'
import { cut } from '../components.tsx'
import { inWords } from '../reasons.ts'
import { ReasonNote } from './reason-note.tsx'
import { byClause } from '../by-clause.ts'
import { byCause, type CheckVerdict, type ClauseScore, toneOf } from './run.ts'

/** The appearance of verdicts. */
interface Look<Result extends CheckVerdict<string>> {
  /** The content for a verdict. Default: its check and its message. */
  readonly item?: (result: Result) => VNode
  /** The word for a verdict. Default: its name in words. */
  readonly word?: (verdict: Result['verdict']) => string
  /** True if what failed is folded too, as where it is told before. */
  readonly isFolded?: boolean
}

interface VerdictsProps<Result extends CheckVerdict<string>> extends Look<Result> {
  readonly results: readonly Result[]
  readonly scores: readonly ClauseScore[]
}

/** The verdicts by clause. What failed is open, unless all are folded. */
export function Verdicts<Result extends CheckVerdict<string>>({
  results,
  scores,
  ...look
}: VerdictsProps<Result>): VNode {
  const titles = new Map(scores.map(({ clause, title }) => [clause, title]))
  return (
    <div class="list">
      {byClause(results).map(([clause, ofClause]) => (
        <Clause key={clause} clause={clause} title={titles.get(clause) ?? ''} results={ofClause} {...look} />
      ))}
    </div>
  )
}

interface ClauseProps<Result extends CheckVerdict<string>> extends Look<Result> {
  readonly clause: string
  readonly title: string
  readonly results: readonly Result[]
}

function Clause<Result extends CheckVerdict<string>>(props: ClauseProps<Result>): VNode {
  const { clause, title, results, item = line, word = inWords, isFolded = false } = props
  const counts = [...Map.groupBy(results, ({ verdict }) => verdict)]
  const isBad = results.some(({ verdict }) => toneOf(verdict) === 'bad')
  return (
    <details class="card" open={isBad && !isFolded}>
      <summary>
        <strong>
          {clause} {title}
        </strong>{' '}
        {counts.map(([verdict, ofVerdict]) => (
          <span key={verdict} class={`badge ${toneOf(verdict)}`}>
            {ofVerdict.length} {word(verdict)}
          </span>
        ))}
      </summary>
      <ul class="plain verdicts">
        {results.map((result) => (
          <li key={result.check}>{item(result)}</li>
        ))}
      </ul>
    </details>
  )
}

/** The open results by cause, folded: the clauses tell each. */
export function Causes({ results }: { readonly results: readonly CheckVerdict[] }): VNode | null {
  const groups = byCause(results)
  if (groups.length === 0) return null
  return (
    <details class="card">
      <summary>
        <strong>Open, by cause</strong> {groups.length}
      </summary>
      <ul class="plain verdicts">
        {groups.map(([cause, open]) => (
          <li key={cause}>
            <span class="badge">{open.length}</span> <bdi>{cause}</bdi>{' '}
            <code class="muted">{open.map(({ check }) => check).join(', ')}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}

function line(result: CheckVerdict<string>): VNode {
  const { check, verdict, message } = result
  return (
    <>
      <span class={toneOf(verdict)}>{inWords(verdict)}</span> <code>{check}</code>{' '}
      <bdi class="name muted">{cut(message, 2000)}</bdi>
      <ReasonNote result={result} />
    </>
  )
}
