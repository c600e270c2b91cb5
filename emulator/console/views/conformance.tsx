// Runs of the conformance kit: followed verdict by verdict, and in the end shown as the HTML report shows them.
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ask, type Problem } from '../control.ts'
import { inWords } from '../duration.ts'
import { DeclareForm } from '../kit-runs/declare-form.tsx'
import { MissingPart } from '../kit-runs/missing-part.tsx'
import { Reports } from '../kit-runs/reports.tsx'
import { type ConformanceRun, isMissing, withLater } from '../kit-runs/run.ts'
import { type Order, RunForm } from '../kit-runs/run-form.tsx'
import { Causes, Verdicts } from '../kit-runs/verdicts.tsx'
import { counted, ProblemNote, ViewHead, Waiting } from '../components.tsx'
import { useConsoleState } from '../console-state.ts'
import { type Declarable, failuresOf, type ReportDocument } from '../report/document.ts'
import { Failures } from '../report/failures.tsx'
import { Clauses, FurtherSections, Requirements, Summary } from '../report/report-parts.tsx'
import { useEvery } from '../use-control.ts'

const path = '/conformance'

type Report = ReportDocument & { readonly declare: readonly Declarable[] }

/** The view of conformance runs. */
export function ConformanceView(): VNode {
  const consoleState = useConsoleState()
  const [run, setRun] = useState<ConformanceRun | undefined>(undefined)
  const [report, setReport] = useState<Report | undefined>(undefined)
  const [problem, setProblem] = useState<Problem | undefined>(undefined)
  const [missing, setMissing] = useState(false)
  const isRunning = run?.state === 'running'
  /** Resolves with whether it was answered. */
  const take = async (method: 'GET' | 'POST' | 'DELETE', after: number, body?: Order): Promise<boolean> => {
    const query = method === 'GET' ? { after } : {}
    const outcome = await ask<ConformanceRun>(consoleState, path, { method, query, ...(body ? { body } : {}) })
    if (isMissing(outcome)) setMissing(true)
    else setProblem(outcome.ok ? undefined : outcome.problem)
    if (!outcome.ok) return false
    // The last answer leaves out verdicts that are known, but not their messages.
    if (after > 0 && outcome.value.state !== 'running') return take('GET', 0)
    const { state } = outcome.value
    if (state === 'ended' || state === 'stopped') {
      const written = await ask<Report>(consoleState, `${path}/document`)
      setReport(written.ok ? written.value : undefined)
    } else setReport(undefined)
    setRun((before) => (after > 0 ? withLater(before, outcome.value) : outcome.value))
    return true
  }
  const order = (body: Order) => take('POST', 0, body)
  useEffect(() => void take('GET', 0), [consoleState.token.value])
  useEvery(isRunning ? 250 : undefined, () => void take('GET', run?.results.length ?? 0))
  if (missing)
    return (
      <MissingPart title="Conformance">
        This emulator is served without the conformance kit. <code>emulator start</code> serves both.
      </MissingPart>
    )
  const isFirst = run === undefined || run.state === 'idle'
  return (
    <>
      <ViewHead title="Conformance">
        {isRunning && (
          <button type="button" onClick={() => void take('DELETE', 0)}>
            Stop
          </button>
        )}
      </ViewHead>
      <ProblemNote problem={problem} />
      <Waiting asked={{ value: run, problem }} />
      {(run ?? problem) && !isRunning && (
        <Again isFirst={isFirst}>
          <RunForm disabled={isRunning} onOrder={order} />
        </Again>
      )}
      {run && !isFirst && <RunResult run={run} report={report} onOrder={order} />}
    </>
  )
}

/** The form for the first run, or folded for the next: what was found is in sight. A dropped file unfolds it. */
function Again({ isFirst, children }: { readonly isFirst: boolean; readonly children: VNode }): VNode {
  const { drafts, world, targetFile, judgedFile } = useConsoleState()
  const hasFile = targetFile.value !== undefined && targetFile.value !== judgedFile.value
  const [isOpen, setOpen] = useState(hasFile || drafts.has(`form ${world.value} run`))
  useEffect(() => {
    if (hasFile) setOpen(true)
  }, [hasFile])
  if (isFirst) return children
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Run again, or judge another service</summary>
      {children}
    </details>
  )
}

interface RunResultProps {
  readonly run: ConformanceRun
  readonly report: Report | undefined
  readonly onOrder: (order: Order) => Promise<boolean>
}

function RunResult({ run, report, onOrder }: RunResultProps): VNode {
  const { state, target, isEmulator, isPart, fault, leftovers, results } = run
  const subject = isEmulator ? `A copy of this emulator (${target})` : (target ?? '')
  const failed = results.filter(({ verdict }) => verdict === 'fail').length
  return (
    <section class="report" aria-label="Result">
      {state === 'failed' && (
        <>
          <h2>The run failed.</h2>
          <p>
            <bdi>{subject}</bdi>
          </p>
        </>
      )}
      {fault !== null && <p class="problem">{fault}</p>}
      {state === 'running' && <Progress run={run} subject={subject} />}
      {state === 'stopped' && <p class="warn">The run was stopped before its end.</p>}
      {!report && leftovers.length > 0 && <p class="problem">Could not be deleted: {leftovers.join('; ')}</p>}
      {report && (
        <>
          {isPart && <p class="notice">This run had only the checks that failed in the run before.</p>}
          <Summary document={report} subject={subject} />
          <div class="actions">
            {failed > 0 && (
              <button type="button" class="primary" onClick={() => void onOrder({ again: 'failed' })}>
                Run {counted(failed, 'failed check')} again
              </button>
            )}
            {isPart && (
              <button type="button" onClick={() => void onOrder({ again: 'all' })}>
                Run all checks again
              </button>
            )}
            <Reports path={path} name="conformance" />
          </div>
          {failuresOf(report).map((section) => (
            <Failures key={section.anchor} section={section} />
          ))}
          {!isEmulator && (
            <DeclareForm
              key={run.declared.join()}
              outlook={report.claim?.outlook ?? ''}
              members={report.declare}
              onOrder={onOrder}
            />
          )}
          <Clauses clauses={report.clauses} />
          <FurtherSections sections={report.sections} />
          <Requirements requirements={report.requirements} />
          <p class="muted">{report.footer}</p>
        </>
      )}
      {!report && (
        <>
          <Causes results={results} />
          <Verdicts results={results} scores={[]} />
        </>
      )}
    </section>
  )
}

/** How far a run is, which checks are asking, and how long the rest may take by what it took so far. */
function Progress({ run, subject }: { readonly run: ConformanceRun; readonly subject: string }): VNode {
  const { done, total, results, running, secondsLeft } = run
  const failed = results.filter(({ verdict }) => verdict === 'fail').length
  return (
    <>
      <h2>Running …</h2>
      <p role="status">
        <bdi>{subject}</bdi>: {done} of {total} checks
        {failed > 0 && <span class="bad">, {failed} failed</span>}
        {secondsLeft === null ? ', how long it takes is known soon' : `, about ${inWords(secondsLeft)} left`}.
      </p>
      <progress aria-label="Checks" value={done} max={Math.max(1, total)} />
      <p class="muted">
        {running.length > 0 ? 'Now asking: ' : 'Asked last: '}
        <code>{running.length > 0 ? running.join(', ') : results.at(-1)?.check}</code>
      </p>
    </>
  )
}
