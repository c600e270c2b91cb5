// The judgement of a client that uses the emulator, followed verdict by verdict.
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Findings } from '../client-watch/findings.tsx'
import { type ClientWatch, findingsOf, type WatchFindings } from '../client-watch/watch.ts'
import { WatchForm, type WatchOrder } from '../client-watch/watch-form.tsx'
import { ask, type Problem } from '../control.ts'
import { MissingPart } from '../kit-runs/missing-part.tsx'
import { isMissing } from '../kit-runs/run.ts'
import { ProblemNote, ViewHead, Waiting } from '../components.tsx'
import { useConsoleState } from '../console-state.ts'
import type { ReportDocument } from '../report/document.ts'
import { useEvery } from '../use-control.ts'

const path = '/client'

interface State {
  readonly watch?: ClientWatch
  readonly findings?: WatchFindings | undefined
  readonly report?: ReportDocument | undefined
}

/** The view of a watched client. */
export function ClientView(): VNode {
  const consoleState = useConsoleState()
  const [{ watch, findings, report }, setState] = useState<State>({})
  const [problem, setProblem] = useState<Problem | undefined>(undefined)
  const [missing, setMissing] = useState(false)
  const isWatching = watch?.state === 'watching'
  const isAsking = useRef(false)
  const take = async (method: 'GET' | 'POST' | 'DELETE', body?: WatchOrder) => {
    const query = method === 'GET' && watch && findings ? { known: watch.revision } : {}
    const outcome = await ask<ClientWatch>(consoleState, path, { method, query, ...(body ? { body } : {}) })
    if (isMissing(outcome)) return setMissing(true)
    setProblem(outcome.ok ? undefined : outcome.problem)
    if (!outcome.ok) return
    const { value } = outcome
    // New findings come with a new report: what failed is shown as the HTML report shows it.
    const isNew = value.results !== null && value.state !== 'idle'
    const written = isNew ? await ask<ReportDocument>(consoleState, `${path}/document`) : undefined
    setState((before) => ({
      watch: value,
      findings: findingsOf(value, before.findings),
      report: written?.ok ? written.value : before.report,
    }))
  }
  const ordered = useRef<WatchOrder>({})
  const watchWith = (order: WatchOrder) => {
    ordered.current = order
    return take('POST', order)
  }
  const deactivate = async () => {
    const outcome = await ask(consoleState, '/deviations', { method: 'DELETE' })
    if (outcome.ok) await watchWith(ordered.current)
    else setProblem(outcome.problem)
  }
  useEffect(() => void take('GET'), [consoleState.token.value])
  // An answer may take seconds where there is much to judge.
  const follow = async () => {
    if (isAsking.current) return
    isAsking.current = true
    await take('GET').finally(() => (isAsking.current = false))
  }
  useEvery(isWatching ? 500 : undefined, () => void follow())
  if (missing)
    return (
      <MissingPart title="Client">
        This emulator is served without the judge of clients. <code>emulator start</code> serves both. A saved report
        can be <a href={consoleState.href('file')}>opened here</a> all the same.
      </MissingPart>
    )
  return (
    <>
      <ViewHead title="Client">
        {isWatching && (
          <button type="button" class="primary" onClick={() => void take('DELETE')}>
            Stop
          </button>
        )}
      </ViewHead>
      <ProblemNote problem={problem} />
      {problem?.code === 'deviation_active' && (
        <p>
          <button type="button" onClick={() => void deactivate()}>
            Deactivate all deviations, then watch
          </button>
        </p>
      )}
      <Waiting asked={{ value: watch, problem }} />
      {(watch ?? problem) && !isWatching && (
        <Again isFirst={watch === undefined || watch.state === 'idle'}>
          <WatchForm onOrder={(order) => void watchWith(order)} />
        </Again>
      )}
      {watch && findings && watch.state !== 'idle' && <Findings watch={watch} findings={findings} report={report} />}
    </>
  )
}

/** The form for the first watch, or folded below its button for the next: what was found is in sight. */
function Again({ isFirst, children }: { readonly isFirst: boolean; readonly children: VNode }): VNode {
  if (isFirst) return children
  return (
    <details>
      <summary>Watch again</summary>
      {children}
    </details>
  )
}
