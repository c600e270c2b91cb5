// The judgement of a client that uses the emulator: its progress, and in the end the HTML report.
import type { VNode } from 'preact'
import { JudgeView } from '../judging/judge-view.tsx'
import { countNoun, Name } from '../kit/text.tsx'
import { Code } from '../kit/code.tsx'
import { CheckField, Form, TextField, type TextOf } from '../kit/form.tsx'
import { useConsoleState } from '../state/console-state.ts'

/** A watch of a client as the control API shows it. The summary is null before the first watch. */
export interface ClientWatch {
  readonly state: 'idle' | 'watching' | 'ended'
  readonly client: string | null
  /** Null for all worlds. */
  readonly world: string | null
  readonly requests: number
  readonly why: string | null
  readonly summary: {
    readonly counts: Readonly<Record<string, number>>
    readonly requirements: { readonly stated: number; readonly decided: number }
  } | null
}

/** The view of a watched client. */
export function ClientView(): VNode {
  return (
    <JudgeView
      title="Client"
      path="/client"
      part="the judge of clients"
      form={(order) => <WatchForm onOrder={order} />}
      again="Watch again"
    >
      {(watch: ClientWatch, isWatching) => (
        <>
          {watch.why !== null && <p class="problem">The watch ended by itself. {watch.why}</p>}
          {isWatching && <Progress watch={watch} />}
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

/** The options of a watch, as the form sends them. */
interface WatchOrder {
  readonly name?: string
  readonly allWorlds?: true
}

interface WatchFormProps {
  /** Resolves with a value if the order was accepted. */
  readonly onOrder: (order: WatchOrder) => Promise<unknown>
}

/** Chooses the client to judge: of the shown world or of all, from the next request on. */
function WatchForm({ onOrder }: WatchFormProps): VNode {
  const consoleState = useConsoleState()
  const send = (text: TextOf) => {
    const name = text('name').trim()
    return onOrder({ ...(name === '' ? {} : { name }), ...(text('allWorlds') === 'on' ? { allWorlds: true } : {}) })
  }
  return (
    <Form label="Watch a client" onSubmit={send}>
      <p>
        Any program that uses this emulator can be judged by what it sends: a test suite, an app, a script. Press Watch,
        then let it work.
      </p>
      <Code label="Its base URL" value={consoleState.apiUrl} />
      <CheckField name="allWorlds">
        All worlds, each judged by itself, and not only {consoleState.world.value}
      </CheckField>
      <div class="filters">
        <TextField name="name" label="Its name in reports" size={28} maxLength={200} placeholder="client" />
        <button type="submit" class="primary">
          Watch
        </button>
      </div>
    </Form>
  )
}
