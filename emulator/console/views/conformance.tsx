// Runs of the conformance kit: their progress, and in the end the HTML report.
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ask, type Problem } from '../state/control.ts'
import { inWords } from '../kit/duration.ts'
import { DeclareForm } from '../judging/declare-form.tsx'
import { MissingPart } from '../judging/missing-part.tsx'
import { ReportFrame, Reports } from '../judging/reports.tsx'
import { type ConformanceRun, isMissing } from '../judging/run.ts'
import { type Order, RunForm } from '../judging/run-form.tsx'
import { counted, ProblemNote, ViewHead, Waiting } from '../kit/components.tsx'
import { useConsoleState } from '../state/console-state.ts'
import { useEvery } from '../kit/use-control.ts'

const path = '/conformance'

/** The view of conformance runs. */
export function ConformanceView(): VNode {
  const consoleState = useConsoleState()
  const [run, setRun] = useState<ConformanceRun | undefined>(undefined)
  const [problem, setProblem] = useState<Problem | undefined>(undefined)
  const [missing, setMissing] = useState(false)
  const isRunning = run?.state === 'running'
  /** Resolves with whether it was answered. */
  const take = async (method: 'GET' | 'POST' | 'DELETE', body?: Order): Promise<boolean> => {
    const outcome = await ask<ConformanceRun>(consoleState, path, { method, ...(body ? { body } : {}) })
    if (isMissing(outcome)) setMissing(true)
    else setProblem(outcome.ok ? undefined : outcome.problem)
    if (outcome.ok) setRun(outcome.value)
    return outcome.ok
  }
  const order = (body: Order) => take('POST', body)
  useEffect(() => void take('GET'), [consoleState.token.value])
  useEvery(isRunning ? 250 : undefined, () => void take('GET'))
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
          <button type="button" onClick={() => void take('DELETE')}>
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
      {run && !isFirst && <RunResult run={run} onOrder={order} />}
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
  readonly onOrder: (order: Order) => Promise<boolean>
}

function RunResult({ run, onOrder }: RunResultProps): VNode {
  const { state, target, isEmulator, isPart, fault, leftovers, failed, declare } = run
  const subject = isEmulator ? `A copy of this emulator (${target})` : (target ?? '')
  const hasReport = state === 'ended' || state === 'stopped'
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
      {!hasReport && leftovers.length > 0 && <p class="problem">Could not be deleted: {leftovers.join('; ')}</p>}
      {hasReport && (
        <>
          {isPart && <p class="notice">This run had only the checks that failed in the run before.</p>}
          <div class="actions">
            {failed.length > 0 && (
              <button type="button" class="primary" onClick={() => void onOrder({ again: 'failed' })}>
                Run {counted(failed.length, 'failed check')} again
              </button>
            )}
            {isPart && (
              <button type="button" onClick={() => void onOrder({ again: 'all' })}>
                Run all checks again
              </button>
            )}
            <Reports path={path} name="conformance" />
          </div>
          {declare.length > 0 && (
            <details>
              <summary>Declare next: {declare.map(({ name }) => name).join(', ')}</summary>
              <DeclareForm members={declare} onOrder={onOrder} />
            </details>
          )}
          <ReportFrame path={path} />
        </>
      )}
    </section>
  )
}

/** How far a run is, which checks are asking, and how long the rest may take by what it took so far. */
function Progress({ run, subject }: { readonly run: ConformanceRun; readonly subject: string }): VNode {
  const { done, total, failed, running, secondsLeft } = run
  return (
    <>
      <h2>Running …</h2>
      <p role="status">
        <bdi>{subject}</bdi>: {done} of {total} checks
        {failed.length > 0 && <span class="bad">, {failed.length} failed</span>}
        {secondsLeft === null ? ', how long it takes is known soon' : `, about ${inWords(secondsLeft)} left`}.
      </p>
      <progress aria-label="Checks" value={done} max={Math.max(1, total)} />
      <p class="muted">
        Now asking: <code>{running.join(', ')}</code>
      </p>
      {failed.length > 0 && (
        <p>
          Failed: <code>{failed.join(', ')}</code>
        </p>
      )}
    </>
  )
}
