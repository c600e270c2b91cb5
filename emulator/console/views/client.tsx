// The judgement of a client that uses the emulator: how it stands, what it did not keep, and in the end the HTML report.
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { WatchForm, type WatchOrder } from '../judging/watch-form.tsx'
import { ask, type Problem } from '../state/control.ts'
import { MissingPart } from '../judging/missing-part.tsx'
import { ReportFrame, Reports } from '../judging/reports.tsx'
import { type ClientWatch, isMissing, type WatchVerdict } from '../judging/run.ts'
import { Code, counted, cut, Name, ProblemNote, ViewHead, Waiting } from '../kit/components.tsx'
import { useConsoleState } from '../state/console-state.ts'
import { useEvery } from '../kit/use-control.ts'

const path = '/client'

/** The view of a watched client. */
export function ClientView(): VNode {
  const consoleState = useConsoleState()
  const [watch, setWatch] = useState<ClientWatch | undefined>(undefined)
  const [problem, setProblem] = useState<Problem | undefined>(undefined)
  const [missing, setMissing] = useState(false)
  const isWatching = watch?.state === 'watching'
  const isAsking = useRef(false)
  const take = async (method: 'GET' | 'POST' | 'DELETE', body?: WatchOrder) => {
    const query = method === 'GET' && watch?.results ? { known: watch.revision } : {}
    const outcome = await ask<ClientWatch>(consoleState, path, { method, query, ...(body ? { body } : {}) })
    if (isMissing(outcome)) return setMissing(true)
    setProblem(outcome.ok ? undefined : outcome.problem)
    if (!outcome.ok) return
    const { results, summary, ...facts } = outcome.value
    setWatch((before) => ({
      ...facts,
      results: results ?? before?.results ?? null,
      summary: summary ?? before?.summary ?? null,
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
        This emulator is served without the judge of clients. <code>emulator start</code> serves both.
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
      {watch && watch.state !== 'idle' && (
        <section class="report" aria-label="Result">
          {watch.why !== null && <p class="problem">The watch ended by itself. {watch.why}</p>}
          {isWatching && <Progress watch={watch} />}
          <Reports path={path} name="client" />
          {!isWatching && <ReportFrame path={path} />}
        </section>
      )}
    </>
  )
}

/** The words for verdicts about clients that say something, the most urgent first, and their colours. */
const words = [
  ['fail', 'failed', 'bad'],
  ['error', 'error of the judge', 'bad'],
  ['advice', 'advice', 'warn'],
  ['pass', 'kept', 'good'],
] as const

/** How a watch stands, and what the client did not keep so far. */
function Progress({ watch }: { readonly watch: ClientWatch }): VNode {
  const consoleState = useConsoleState()
  const { client, world, requests, results, summary } = watch
  const { counts = {}, requirements: { decided, stated } = { decided: 0, stated: 1 } } = summary ?? {}
  const told = words.filter(([verdict]) => (counts[verdict] ?? 0) > 0)
  return (
    <>
      <h2>Watching …</h2>
      <p role="status" class="numbers">
        {told.length === 0 && 'Nothing is judged yet.'}
        {told.map(([verdict, word, tone]) => (
          <span key={verdict}>
            <b class={tone}>{counts[verdict]}</b> {word}
          </span>
        ))}
      </p>
      <p class="muted">
        <Name text={client ?? ''} /> in {world === null ? 'all worlds' : <Name text={world} />}:{' '}
        {counted(requests, 'request')}; {decided} of {stated} stated requirements decided.
      </p>
      <progress aria-label="Decided" value={decided} max={Math.max(1, stated)} />
      {requests === 0 && world !== null && (
        <Code label="Waiting for requests to" value={consoleState.apiUrlOf(world)} />
      )}
      {results?.flatMap((result) => (result.careful === '' ? [] : <NotKept key={result.check} result={result} />))}
    </>
  )
}

function NotKept({ result }: { readonly result: WatchVerdict }): VNode {
  const { check, clause, verdict, statement, message, careful, evidence } = result
  return (
    <article class={verdict === 'advice' ? 'notice' : 'problem'}>
      <h3>{statement}</h3>
      <p class="muted">
        clause {clause} · <code>{check}</code>
      </p>
      <p>
        <bdi class="name">{cut(message, 2000)}</bdi>
      </p>
      <p>A careful client: {careful}</p>
      <ul class="plain mono">
        {evidence.map((line, index) => (
          <li key={index}>
            <bdi>{cut(line, 500)}</bdi>
          </li>
        ))}
      </ul>
    </article>
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
