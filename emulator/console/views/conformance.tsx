// Runs of the conformance kit, followed verdict by verdict.
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ask, type Problem } from '../control.ts'
import { MissingPart } from '../kit-runs/missing-part.tsx'
import { Reports } from '../kit-runs/reports.tsx'
import { type ConformanceRun, isMissing, withLater } from '../kit-runs/run.ts'
import { type Order, RunForm } from '../kit-runs/run-form.tsx'
import { Causes, Verdicts } from '../kit-runs/verdicts.tsx'
import { ProblemNote, ViewHead } from '../components.tsx'
import { useConsoleState } from '../console-state.ts'
import { useEvery } from '../use-asked.ts'

const path = '/conformance'

/** The view of conformance runs. */
export function ConformanceView(): VNode {
  const consoleState = useConsoleState()
  const [run, setRun] = useState<ConformanceRun | undefined>(undefined)
  const [problem, setProblem] = useState<Problem | undefined>(undefined)
  const [missing, setMissing] = useState(false)
  const isRunning = run?.state === 'running'
  const take = async (method: 'GET' | 'POST' | 'DELETE', after: number, body?: Order) => {
    const query = method === 'GET' ? { after } : {}
    const outcome = await ask<ConformanceRun>(consoleState, path, { method, query, ...(body ? { body } : {}) })
    if (isMissing(outcome)) return setMissing(true)
    setProblem(outcome.ok ? undefined : outcome.problem)
    if (!outcome.ok) return
    // The last answer leaves out verdicts that are known, but not their messages.
    if (after > 0 && outcome.value.state !== 'running') return void (await take('GET', 0))
    setRun((before) => (after > 0 ? withLater(before, outcome.value) : outcome.value))
  }
  useEffect(() => void take('GET', 0), [consoleState.token.value])
  useEvery(isRunning ? 250 : undefined, () => void take('GET', run?.results.length ?? 0))
  if (missing)
    return (
      <MissingPart title="Conformance">
        This emulator is served without the conformance kit. <code>emulator start</code> serves both.
      </MissingPart>
    )
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
      <RunForm disabled={isRunning} onOrder={(order) => void take('POST', 0, order)} />
      {run && run.state !== 'idle' && <RunResult run={run} />}
    </>
  )
}

const heads: Readonly<Record<string, string>> = {
  running: 'Running …',
  stopped: 'Stopped.',
  failed: 'The run failed.',
}

function RunResult({ run }: { readonly run: ConformanceRun }): VNode {
  const { state, target, done, total, summary, fault, leftovers, requests, results } = run
  const verdict = summary?.conformant
  const head =
    heads[state] ?? (verdict ? 'Conformant.' : verdict === false ? 'Not conformant.' : 'Not everything was decided.')
  const tone = state !== 'ended' ? '' : verdict ? 'good' : verdict === false ? 'bad' : 'warn'
  return (
    <section class="list" aria-label="Result">
      <h2 class={tone}>{head}</h2>
      <p role="status">
        {target}: {done} of {total} checks
        {summary && `; ${summary.requirements.decided} of ${summary.requirements.stated} requirements decided`}
        {requests !== null && `; ${requests} requests`}.
      </p>
      {state === 'running' && <progress aria-label="Checks" value={done} max={Math.max(1, total)} />}
      {fault !== null && <p class="problem">{fault}</p>}
      {leftovers.length > 0 && <p class="problem">Could not be deleted: {leftovers.join('; ')}</p>}
      {(state === 'ended' || state === 'stopped') && <Reports path={path} name="conformance" />}
      <Causes results={results} />
      <Verdicts results={results} scores={summary?.clauses ?? []} />
    </section>
  )
}
