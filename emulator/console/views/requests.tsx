// The live requests of a world, with a search. Each opens to the reason of its refusal, its request and its response.
import type { VNode } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { RequestLine } from '../../journal/request-line.ts'
import { Button, SaveButton, SureButton } from '../kit/buttons.tsx'
import { useKeptText } from '../kit/form.tsx'
import { ProblemNote, ViewHead, Waiting } from '../kit/loaded.tsx'
import { Split } from '../kit/pane.tsx'
import { type Column, Table, wide } from '../kit/table.tsx'
import { countNoun } from '../kit/text.tsx'
import { useChange } from '../kit/use-control.ts'
import { RequestLog } from '../requests/request-log.ts'
import { RequestPane } from '../requests/request-pane.tsx'
import { useConsoleState } from '../state/console-state.ts'

/** The minimum width of the list to show the time of day, in pixels. A phone needs the room for the path. */
const roomForTime = 400

/** The class of a status by its success. */
function statusTone(status: number, problem: boolean): string {
  return !problem ? 'good' : status < 400 || status >= 500 ? 'bad' : 'warn'
}

/** The columns of a log whose latest number has this many digits. */
function logColumns(digits: number): readonly Column<RequestLine>[] {
  return [
    {
      title: '#',
      width: `${Math.max(3, digits) * 0.7}rem`,
      from: wide,
      cell: ({ index }) => <span class="muted">{index}</span>,
    },
    {
      title: 'Time',
      width: '4.6rem',
      from: roomForTime,
      cell: ({ at }) => (
        <span class="muted time" title={at}>
          {at.slice(11, 19)}
        </span>
      ),
    },
    { title: 'Status', width: '3.1rem', cell: statusCell },
    { title: 'Method', width: '3.6rem', cell: ({ method }) => <span class="mono">{method}</span> },
    { title: 'Path', width: 'minmax(0, 5fr)', cell: pathCell },
    { title: 'Reason', width: 'minmax(0, 5fr)', from: wide, cell: reasonCell },
    {
      title: 'Took',
      width: '5.2rem',
      isNumber: true,
      from: wide,
      cell: ({ durationMs }) => <span class="muted">{durationMs === null ? '' : `${durationMs.toFixed(1)} ms`}</span>,
    },
  ]
}

function statusCell({ status, open, problem }: RequestLine): VNode {
  if (status === null) return <span class={open ? 'muted' : 'bad'}>{open ? 'open' : 'dropped'}</span>
  return <b class={statusTone(status, problem)}>{status}</b>
}

/** For MCP, shows the called tool, since every path is the same. */
function pathCell({ target, mcp, problem }: RequestLine): VNode {
  if (mcp === null)
    return (
      <bdi class="mono" title={target.slice(0, 1000)}>
        {target}
      </bdi>
    )
  return (
    <span class={problem ? 'bad' : ''}>
      <bdi class="mono">{mcp}</bdi> <span class="muted mono">{target.slice(0, 100)}</span>
    </span>
  )
}

function reasonCell({ reason, refusal, faulted, unread }: RequestLine): VNode {
  return (
    <>
      {faulted && <span class="badge bad">fault</span>}{' '}
      {unread > 0 && <span class="badge warn">{countNoun(unread, 'part')} not read</span>}{' '}
      <bdi class="muted" title={reason ?? undefined}>
        {reason ?? refusal}
      </bdi>
    </>
  )
}

/** The requests that a chip leaves. */
const chips = [
  ['problems', 'problems', 'Requests that were refused, failed or dropped'],
  ['unread', 'with unread parts', 'Requests with a parameter or a member of the body that no endpoint read'],
  ['faulted', 'faulted', 'Requests that a fault struck'],
] as const

/** The view of requests. */
export function RequestsView(): VNode {
  const consoleState = useConsoleState()
  const clear = useChange(undefined, 'Cleared.')
  const { settings } = consoleState.route.value
  const [find, only] = ['find', 'only'].map((name) => settings.get(name))
  const token = consoleState.token.value
  const log = useMemo(() => new RequestLog(consoleState, { find, only }), [find, only, token])
  useEffect(() => {
    void log.start()
    return () => log.end()
  }, [log])
  // Earlier matches stay until new ones are loaded, so that the list does not flicker with each letter.
  const standing = useRef(log)
  if (log.isReady) standing.current = log
  const seen = standing.current
  const totals = log.totals.value ?? seen.totals.value
  const isFiltered = Boolean(find ?? only)
  const opened = settings.get('open')
  const place = opened === undefined ? -1 : seen.placeOf(Number(opened))
  const digits = String(seen.at(0)?.index ?? 0).length
  const columns = useMemo(() => logColumns(digits), [digits])
  const open = ({ index }: RequestLine, _place: number, isStep: boolean) =>
    consoleState[isStep ? 'set' : 'go']({ open: String(index), do: undefined })
  return (
    <>
      <ViewHead title="Requests">
        <SaveButton
          path="/case"
          query={{ world: consoleState.world.value }}
          file="emulator.case.gz"
          hint="Open it with: npx emulator replay emulator.case.gz"
          title="Saves what this world has seen; emulator replay opens it"
        >
          Save as case
        </SaveButton>
        <SureButton
          label="Clear"
          sure="Clear all requests"
          onSure={() => clear.make('/requests', { method: 'DELETE' })}
        />
      </ViewHead>
      <div class="finder">
        <FindField />
        <div class="chips" role="group" aria-label="Only">
          {chips.map(([mark, label, title]) => (
            <Button
              class="chip"
              key={mark}
              aria-pressed={only === mark}
              title={title}
              onClick={() => consoleState.go({ only: only === mark ? undefined : mark })}
            >
              {label} <b>{(totals?.[mark] ?? 0).toLocaleString('en')}</b>
            </Button>
          ))}
        </div>
        <p class="muted" role="status">
          {totals && <Found log={seen} isFiltered={isFiltered} />}
        </p>
      </div>
      <ProblemNote problem={log.problem.value ?? clear.problem} />
      {log.gone.value && (
        <p class="problem">This world is gone: it was dropped, replaced or evicted. Choose another.</p>
      )}
      {log.missed.value > 0 && (
        <p class="muted">
          {log.missed.value.toLocaleString('en')} more requests came too fast to be listed. A filter lists fewer.
        </p>
      )}
      <Split pane={opened !== undefined && <RequestPane index={Number(opened)} key={opened} />}>
        <Table
          label="Requests, newest first"
          columns={columns}
          rows={seen}
          prepended={seen.prepended.value}
          opened={place < 0 ? undefined : place}
          onOpen={open}
          empty={<Empty log={log} isFiltered={isFiltered} />}
        />
      </Split>
    </>
  )
}

interface LogProps {
  readonly log: RequestLog
  readonly isFiltered: boolean
}

function Empty({ log, isFiltered }: LogProps): VNode | null {
  if (!log.isReady) return log.problem.value ? null : <Waiting />
  return <>{isFiltered ? 'No kept request matches.' : 'No requests yet. Those that this world receives appear here.'}</>
}

/** Shows the number of requests in the list, and of those that the journal has dropped. */
function Found({ log, isFiltered }: LogProps): VNode {
  const { kept = 0, dropped = 0 } = log.totals.value ?? {}
  const [keptText, allText] = [kept, kept + dropped].map((count) => count.toLocaleString('en'))
  const found = `${log.count.toLocaleString('en')}${log.hasOlder ? ' or more' : ''}`
  return (
    <>
      {isFiltered && `${found} found. `}
      {dropped > 0 ? (
        <>
          Showing {keptText} of {allText}. <code>--journal N</code> keeps more.
        </>
      ) : (
        !isFiltered && kept > 0 && countNoun(kept, 'request')
      )}
    </>
  )
}

/** The time after the last letter before the server searches, in milliseconds. */
const pause = 80

/** The search field, which searches while the user types. The address keeps its text. */
function FindField(): VNode {
  const consoleState = useConsoleState()
  const { view, settings } = consoleState.route.value
  const kept = settings.get('find') ?? ''
  const input = useKeptText(kept)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (written: string) => {
    // The last letters must not reach another view.
    if (consoleState.route.peek().view === view) consoleState.set({ find: written.trim() })
  }
  return (
    <label class="find">
      <span class="beside">Find requests</span>
      <input
        type="search"
        ref={input}
        defaultValue={kept}
        spellcheck={false}
        autocomplete="off"
        placeholder="Find: 4xx, part of a path, body:Acme"
        title="Press / to go here. Every word must match. Named parts: status: method: operation: path: reason: body: header: credential:"
        onInput={({ currentTarget: { value } }) => {
          clearTimeout(timer.current)
          timer.current = setTimeout(() => search(value), pause)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
          event.preventDefault()
          document.querySelector<HTMLElement>('main [role=grid]')?.focus()
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </label>
  )
}
