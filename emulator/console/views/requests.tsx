// The requests of a world, live: each opens to both sides, why it was refused, and what nothing read.
import type { VNode } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { ask } from '../control.ts'
import { Field, ProblemNote, SureButton, ViewHead } from '../components.tsx'
import type { RequestLine } from '../../journal/request-line.ts'
import { type RequestFilters, RequestLog } from '../requests/request-log.ts'
import { RequestPane } from '../requests/request-pane.tsx'
import { useConsoleState } from '../console-state.ts'
import { type Column, Table } from '../table.tsx'

const toneOf = (status: number): string => (status < 400 ? 'good' : status < 500 ? 'warn' : 'bad')

const columns: readonly Column<RequestLine>[] = [
  { title: '#', width: '3.5rem', wideOnly: true, cell: ({ index }) => <span class="muted">{index}</span> },
  { title: 'Method', width: '4rem', cell: ({ method }) => <span class="mono">{method}</span> },
  { title: 'Path', width: 'minmax(0, 3fr)', cell: ({ target }) => <bdi class="mono">{target.slice(0, 300)}</bdi> },
  { title: 'Status', width: '4rem', cell: statusCell },
  { title: 'Operation', width: 'minmax(0, 2fr)', wideOnly: true, cell: ({ operation }) => operation ?? '–' },
  { title: 'Notes', width: 'minmax(0, 2fr)', wideOnly: true, cell: notesCell },
  {
    title: 'Time',
    width: '5.5rem',
    wideOnly: true,
    cell: ({ durationMs }) => (durationMs === null ? '' : `${durationMs.toFixed(1)} ms`),
  },
]

function statusCell({ status, open }: RequestLine): VNode {
  if (status === null) return <span class="muted">{open ? 'open' : 'dropped'}</span>
  return <span class={toneOf(status)}>{status}</span>
}

function notesCell({ refusal, faulted, unread }: RequestLine): VNode {
  return (
    <>
      {faulted && <span class="badge bad">fault</span>} {refusal !== null && <span class="muted">{refusal}</span>}{' '}
      {unread > 0 && <span class="badge warn">{unread} unread</span>}
    </>
  )
}

/** The view of requests. */
export function RequestsView(): VNode {
  const consoleState = useConsoleState()
  const { settings } = consoleState.route.value
  const [operation, status, method] = ['operation', 'status', 'method'].map((name) => settings.get(name))
  const token = consoleState.token.value
  const log = useMemo(() => {
    const filters: RequestFilters = { operation, status, method }
    return new RequestLog(consoleState, filters)
  }, [operation, status, method, token])
  useEffect(() => {
    void log.start()
    return () => log.end()
  }, [log])
  const opened = settings.get('open')
  const place = opened === undefined ? -1 : log.placeOf(Number(opened))
  return (
    <>
      <ViewHead title="Requests">
        <Filters />
        <SureButton
          label="Clear"
          sure="Clear all requests"
          onSure={() => void ask(consoleState, '/requests', { method: 'DELETE' })}
        />
      </ViewHead>
      <ProblemNote problem={log.problem.value} />
      {log.gone.value && (
        <p class="problem">This world is gone: it was dropped, replaced or evicted. Choose another.</p>
      )}
      {log.missed.value > 0 && (
        <p class="muted">
          {log.missed.value.toLocaleString('en')} more requests came too fast to be listed. A filter lists fewer.
        </p>
      )}
      <div class={`split ${opened === undefined ? '' : 'two'}`}>
        <Table
          label="Requests, newest first"
          columns={columns}
          rows={log}
          prepended={log.prepended.value}
          opened={place < 0 ? undefined : place}
          onOpen={({ index }) => consoleState.set({ open: String(index) })}
          empty="No requests yet. Those that this world receives appear here."
        />
        {opened !== undefined && <RequestPane index={Number(opened)} key={opened} />}
      </div>
    </>
  )
}

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH']

/** The filters are a part of the address, so that a filtered view can be kept as a bookmark. */
function Filters(): VNode {
  const consoleState = useConsoleState()
  const { settings } = consoleState.route.value
  const change = (name: string) => (event: Event) =>
    consoleState.set({ [name]: (event.currentTarget as HTMLInputElement).value.trim(), open: undefined })
  return (
    <div class="filters">
      <Field label="Operation">
        <input
          value={settings.get('operation') ?? ''}
          onChange={change('operation')}
          placeholder="products.list"
          size={16}
          spellcheck={false}
        />
      </Field>
      <Field label="Status">
        <input value={settings.get('status') ?? ''} onChange={change('status')} inputMode="numeric" size={5} />
      </Field>
      <Field label="Method">
        <select value={settings.get('method') ?? ''} onChange={change('method')}>
          <option value="">any</option>
          {methods.map((method) => (
            <option key={method}>{method}</option>
          ))}
        </select>
      </Field>
    </div>
  )
}
