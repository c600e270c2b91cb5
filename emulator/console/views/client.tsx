// The judgement of a client that uses the emulator: its progress, and in the end the HTML report.
import type { VNode } from 'preact'
import { JudgeView, ReportFrame, Reports } from '../judging/judge-view.tsx'
import type { ClientWatch } from '../judging/run.ts'
import { WatchForm, type WatchOrder } from '../judging/watch-form.tsx'
import { countNoun, Name } from '../kit/text.tsx'
import { useChange, useControl } from '../kit/use-control.ts'

const path = '/client'

/** The view of a watched client. */
export function ClientView(): VNode {
  const asked = useControl<ClientWatch>(path, {}, (watch) => (watch?.state === 'watching' ? 500 : undefined))
  const change = useChange(asked.reload, '')
  const order = (body: WatchOrder) => change.make(path, { method: 'POST', body })
  const isWatching = asked.value?.state === 'watching'
  return (
    <JudgeView
      title="Client"
      part="the judge of clients"
      asked={asked}
      problem={change.problem}
      isRunning={isWatching}
      onStop={() => change.make(path, { method: 'DELETE' })}
      form={<WatchForm onOrder={order} />}
      again="Watch again"
    >
      {(watch) => (
        <>
          {watch.why !== null && <p class="problem">The watch ended by itself. {watch.why}</p>}
          {isWatching && <Progress watch={watch} />}
          <Reports path={path} />
          {!isWatching && <ReportFrame path={path} />}
        </>
      )}
    </JudgeView>
  )
}

/** The words for conclusive verdicts about clients, the most urgent first, and their colours. */
const words = [
  ['fail', 'failed', 'bad'],
  ['error', 'error of the judge', 'bad'],
  ['advice', 'advice', 'warn'],
  ['pass', 'kept', 'good'],
] as const

/** The progress of a watch. */
function Progress({ watch }: { readonly watch: ClientWatch }): VNode {
  const { client, world, requests, summary } = watch
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
        {countNoun(requests, 'request')}; {decided} of {stated} stated requirements decided.
      </p>
      <progress aria-label="Decided" value={decided} max={Math.max(1, stated)} />
    </>
  )
}
