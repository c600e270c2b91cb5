// Shows the findings of the judge about a client, so far or in the end.
import type { VNode } from 'preact'
import { ReasonNote } from '../kit-runs/reason-note.tsx'
import { Reports } from '../kit-runs/reports.tsx'
import { toneOf } from '../kit-runs/run.ts'
import { Verdicts } from '../kit-runs/verdicts.tsx'
import { Code, counted, cut, Name } from '../components.tsx'
import { useConsoleState } from '../console-state.ts'
import { failuresOf, type ReportDocument } from '../report/document.ts'
import { Failures } from '../report/failures.tsx'
import {
  byUrgency,
  type ClientWatch,
  type CoverageGroup,
  inShort,
  hasReason,
  type WatchFindings,
  type WatchRow,
  wordOf,
} from './watch.ts'

interface FindingsProps {
  readonly watch: ClientWatch
  readonly findings: WatchFindings
  /** The report so far, once it has come. */
  readonly report: ReportDocument | undefined
}

/** A watch: how it stands, what failed, its verdicts by clause, and what the client touched. */
export function Findings({ watch, findings, report }: FindingsProps): VNode {
  const consoleState = useConsoleState()
  const { state, client, world, requests, why } = watch
  const { summary, results, coverage } = findings
  const { conformant, requirements } = summary
  const isOver = state === 'ended'
  const head = isOver ? headOf(conformant) : 'Watching …'
  const tone = !isOver ? '' : conformant ? 'good' : conformant === false ? 'bad' : 'warn'
  const counts = inShort(summary)
  return (
    <section class="report" aria-label="Result">
      <h2 class={`verdict ${tone}`}>{head}</h2>
      <p role="status" class="numbers">
        {counts.length === 0 && 'Nothing is judged yet.'}
        {counts.map(([verdict, count]) => (
          <span key={verdict}>
            <b class={toneOf(verdict)}>{count}</b> {wordOf(verdict)}
          </span>
        ))}
      </p>
      <p class="muted">
        <Name text={client ?? ''} /> in {world === null ? 'all worlds' : <Name text={world} />}:{' '}
        {counted(requests, 'request')}; {requirements.decided} of {requirements.stated} stated requirements decided.
      </p>
      {!isOver && <progress aria-label="Decided" value={requirements.decided} max={Math.max(1, requirements.stated)} />}
      {!isOver && requests === 0 && world !== null && (
        <Code label="Waiting for requests to" value={consoleState.apiUrlOf(world)} />
      )}
      {why !== null && <p class="problem">The watch ended by itself. {why}</p>}
      {isOver && <Reports path="/client" name="client" />}
      {report && failuresOf(report).map((section) => <Failures key={section.anchor} section={section} />)}
      <h2>Every check</h2>
      <Verdicts
        results={byUrgency(results)}
        scores={summary.clauses}
        word={wordOf}
        isFolded
        item={(result) => <Verdict result={result} />}
      />
      <Coverage groups={coverage.groups} />
    </section>
  )
}

function headOf(conformant: boolean | null): string {
  return conformant ? 'Conformant.' : conformant === false ? 'Not conformant.' : 'Not everything was decided.'
}

function Verdict({ result }: { readonly result: WatchRow }): VNode {
  const { check, verdict, statement, message, careful, evidence } = result
  const isBroken = careful !== ''
  return (
    <>
      <span class={toneOf(verdict)}>{wordOf(verdict)}</span> {statement} <code class="muted">{check}</code>
      {hasReason(result) && (
        <div class="why">
          <bdi class="name">{cut(message, 2000)}</bdi>
          {isBroken && <p class="muted">A careful client: {careful}</p>}
          <ReasonNote result={result} />
          {isBroken && evidence.length > 0 && (
            <ul class="plain mono">
              {evidence.map((line, index) => (
                <li key={index}>
                  <bdi>{line.slice(0, 500)}</bdi>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  )
}

function Coverage({ groups }: { readonly groups: readonly CoverageGroup[] }): VNode {
  return (
    <section class="list" aria-labelledby="coverage">
      <h2 id="coverage">What the client touched</h2>
      {groups.map(({ title, touched, untouched }) => (
        <details key={title} class="card">
          <summary>
            <strong>{title}</strong> {touched.length} of {touched.length + untouched.length}
          </summary>
          <Names title="Touched" names={touched} />
          <Names title="Never touched" names={untouched} />
        </details>
      ))}
    </section>
  )
}

function Names({ title, names }: { readonly title: string; readonly names: readonly string[] }): VNode | null {
  if (names.length === 0) return null
  const groups = [...Map.groupBy(names, (name) => /^[^?]+(?=\?)|^(?:client\.)?[^.?-]+/.exec(name)?.[0] ?? name)]
  return (
    <>
      <p class="name muted">{title}:</p>
      <ul class="plain names">
        {groups.map(([head, alike]) => (
          <li key={head}>
            <code>{alike.join(', ')}</code>
          </li>
        ))}
      </ul>
    </>
  )
}
