// The time line of a world: its requests, and what somebody changed between them.
import type { VNode } from 'preact'
import { counted, Name, ProblemNote, ViewHead, Waiting } from '../components.tsx'
import { useConsoleState } from '../console-state.ts'
import { ForkForm } from '../timeline/fork-form.tsx'
import { useControl, useEvery } from '../use-control.ts'

interface RequestRun {
  readonly kind: 'requests'
  readonly at: string
  readonly until: string
  readonly from: number
  readonly to: number
  readonly problems: number
  readonly faulted: number
  readonly marked: readonly {
    readonly index: number
    readonly method: string
    readonly status: number | null
    readonly problem: boolean
    readonly faulted: boolean
  }[]
}

interface Timeline {
  readonly moments: readonly (RequestRun | ChangeMoment)[]
  /** The number of earlier changes that are left out. */
  readonly earlier: number
}

interface ChangeMoment {
  readonly kind: 'change'
  readonly at: string
  readonly number: number
  readonly operation: string
  readonly detail: string
  /** How many in a row it stands for. */
  readonly count: number
  readonly canFork: boolean
}

/** The words for changes, and the view that shows what they changed. */
const operations: Readonly<Record<string, readonly [words: string, view: string]>> = {
  'clock.change': ['The clock was changed', 'clock'],
  'conventions.change': ['Conventions were changed', 'conventions'],
  'conventions.reset': ['Conventions went back to their start', 'conventions'],
  'credentials.revoke': ['A credential was revoked', 'clock'],
  'data.create': ['A record was created', 'data'],
  'data.update': ['A record was changed', 'data'],
  'data.remove': ['A record was removed', 'data'],
  'data.clear': ['A collection was emptied', 'data'],
  'deviations.set': ['Deviations were set', 'deviations'],
  'deviations.clear': ['Deviations were turned off', 'deviations'],
  'faults.add': ['A fault was added', 'faults'],
  'faults.set': ['Faults were set', 'faults'],
  'faults.clear': ['Faults were removed', 'faults'],
  'scenarios.set': ['Scenarios were set', 'faults'],
  'scenarios.clear': ['Scenarios were stopped', 'faults'],
  'snapshot.import': ['A snapshot was loaded', 'data'],
  'state.reset': ['Everything went back to normal', 'requests'],
  reset: ['The world went back to the seed', 'data'],
}

/** The view of the time line. */
export function TimelineView(): VNode {
  const asked = useControl<Timeline>('/timeline')
  useEvery(2000, () => void asked.reload())
  const moments = asked.value?.moments.toReversed()
  return (
    <>
      <ViewHead title="Time line" />
      <p class="muted">
        What this world received, and what was changed by this console, the control API or a test in process, newest
        first. Times are those of the world&rsquo;s clock. A fork is a new world, as this one was then. An opened
        request forks the world before and after it.
      </p>
      <ProblemNote problem={asked.problem} />
      <Waiting asked={asked} />
      {moments?.length === 0 && <p class="muted">Nothing has happened in this world yet.</p>}
      <ol class="timeline plain">
        {moments?.map((moment) =>
          moment.kind === 'requests' ? (
            <Run run={moment} key={`requests ${moment.from}`} />
          ) : (
            <ChangeEntry change={moment} key={`change ${moment.number}`} />
          ),
        )}
      </ol>
      {(asked.value?.earlier ?? 0) > 0 && (
        <p class="muted">{counted(asked.value!.earlier, 'earlier change')} not listed.</p>
      )}
    </>
  )
}

function Time({ at, until = at }: { readonly at: string; readonly until?: string }): VNode {
  const [day, time] = [at.slice(0, 10), at.slice(11, 19)]
  return (
    <time dateTime={at} class="muted" title={day}>
      {time}
      {until.slice(0, 19) !== at.slice(0, 19) && ` – ${until.slice(11, 19)}`}
      <small> {day}</small>
    </time>
  )
}

/** Requests between two changes. The first of those with a problem or a fault have links of their own. */
function Run({ run }: { readonly run: RequestRun }): VNode {
  const consoleState = useConsoleState()
  const { at, until, from, to, problems, faulted, marked } = run
  const more = problems + faulted > 0 && marked.length < problems
  return (
    <li class={problems > 0 ? 'has-problems' : ''}>
      <Time at={at} until={until} />
      <div>
        <p>
          <a href={consoleState.href('requests', { open: String(to) })}>{counted(to - from + 1, 'request')}</a>{' '}
          <span class="muted">
            #{from}
            {to !== from && ` to #${to}`}
          </span>{' '}
          {problems > 0 && <span class="bad">{counted(problems, 'problem')}</span>}{' '}
          {faulted > 0 && <span class="warn">{faulted} with a fault</span>}
        </p>
        {marked.length > 0 && (
          <p class="marked">
            {marked.map(({ index, method, status, faulted: isFaulted }) => (
              <a key={index} href={consoleState.href('requests', { open: String(index) })}>
                #{index} {method} {status ?? 'dropped'}
                {isFaulted && ' fault'}
              </a>
            ))}
            {more && <a href={consoleState.href('requests', { only: 'problems' })}>all problems</a>}
          </p>
        )}
      </div>
    </li>
  )
}

/** A change, with the way to the world as it was behind it. */
function ChangeEntry({ change }: { readonly change: ChangeMoment }): VNode {
  const consoleState = useConsoleState()
  const { at, number, operation, detail, count, canFork } = change
  const [words, view] = operations[operation] ?? [operation, 'requests']
  return (
    <li class="change">
      <Time at={at} />
      <div>
        <p>
          <a href={consoleState.href(view)}>{words}</a> {count > 1 && <span class="badge">{count} times</span>}{' '}
          {detail !== '' && (
            <code>
              <Name text={detail} />
            </code>
          )}
        </p>
        {canFork ? (
          <ForkForm
            label="Fork here"
            moment={`behind change ${number}`}
            first={`from-${number}`}
            path={`/timeline/${number}/fork`}
          />
        ) : (
          <p class="muted">The state behind it is no longer kept.</p>
        )}
      </div>
    </li>
  )
}
