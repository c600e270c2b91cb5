// A case: what a test asked and arranged until it failed, in order.
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { CaseFacts, CaseMoment } from '../case-file.ts'
import { Code, cut, Name } from '../components.tsx'
import { DetailPane } from '../detail-pane.tsx'
import { inWords } from '../reasons.ts'
import { type Column, Table, wide } from '../table.tsx'

const request = (moment: CaseMoment) => (moment.kind === 'request' ? moment : undefined)

const columns: readonly Column<CaseMoment>[] = [
  { title: '#', width: '3.5rem', isNumber: true, cell: (moment) => request(moment)?.number ?? '' },
  { title: 'Status', width: '4rem', cell: (moment) => <Status moment={moment} /> },
  { title: 'What', width: 'minmax(0, 4fr)', cell: (moment) => <bdi class="mono">{cut(whatOf(moment), 300)}</bdi> },
  { title: 'Credential', width: 'minmax(0, 1fr)', from: wide, cell: (moment) => request(moment)?.credential ?? '' },
  {
    title: 'Reason',
    width: 'minmax(0, 3fr)',
    from: wide,
    cell: (moment) => <bdi>{cut(reasonOf(moment), 300)}</bdi>,
  },
]

function Status({ moment }: { readonly moment: CaseMoment }): VNode | null {
  if (moment.kind === 'change') return null
  const { status = 0, fault } = moment
  const tone = status >= 500 || status === 0 ? 'bad' : status >= 400 || fault ? 'warn' : 'good'
  return <b class={tone}>{status === 0 ? '–' : status}</b>
}

function whatOf(moment: CaseMoment): string {
  if (moment.kind === 'change') return `${inWords(moment.what)} ${JSON.stringify(moment.detail)}`
  const { method, path, search, mcp } = moment
  return `${method} ${path}${search}${mcp === undefined ? '' : ` ${mcp}`}`
}

function reasonOf(moment: CaseMoment): string {
  if (moment.kind === 'change') return ''
  const { refusal, fault } = moment
  return refusal?.message ?? (fault === undefined ? '' : `fault ${JSON.stringify(fault)}`)
}

/** Shows a case. */
export function CaseView({ name, facts }: { readonly name: string; readonly facts: CaseFacts }): VNode {
  const [opened, setOpened] = useState<number | undefined>(undefined)
  const { moments, worlds, test, message, command, dropped, version, seed } = facts
  const moment = opened === undefined ? undefined : moments[opened]
  return (
    <>
      {test !== undefined && (
        <h2 class="verdict bad">
          <Name text={test} />
        </h2>
      )}
      {message !== undefined && (
        <p class="problem">
          <bdi>{cut(message, 2000)}</bdi>
        </p>
      )}
      <dl class="facts">
        {command !== undefined && (
          <>
            <dt>Command</dt>
            <dd>
              <Name text={command} />
            </dd>
          </>
        )}
        <dt>Worlds</dt>
        <dd>
          <Name text={worlds.join(', ')} />
        </dd>
        <dt>Emulator</dt>
        <dd>
          {cut(version, 40)}, seed {cut(seed, 40)}
        </dd>
        {dropped.length > 0 && (
          <>
            <dt>Left out</dt>
            <dd>{dropped.join(', ')}</dd>
          </>
        )}
      </dl>
      <Code
        label="See it at any request"
        value={`npx @platform-data/emulator replay ${/^[\w.-]+$/.test(name) ? name : 'FILE'}`}
      />
      <div class={`split ${moment ? 'two' : ''}`}>
        <Table
          label="What happened"
          columns={columns}
          rows={{ count: moments.length, at: (index) => moments[index] }}
          opened={opened}
          onOpen={(_moment, index) => setOpened(index)}
          empty="Nothing has happened in this case."
        />
        {moment && (
          <DetailPane label="Moment" onClose={() => setOpened(undefined)}>
            <Moment moment={moment} />
          </DetailPane>
        )}
      </div>
    </>
  )
}

function Moment({ moment }: { readonly moment: CaseMoment }): VNode {
  if (moment.kind === 'change')
    return (
      <>
        <h2>{inWords(moment.what)}</h2>
        <p class="muted">
          <Name text={moment.world} />
        </p>
        <Code label="What was arranged" value={moment.detail} />
      </>
    )
  const { number, world, at, operation, credential, refusal, fault, headers, body } = moment
  return (
    <>
      <h2>
        {number} <Name text={whatOf(moment)} />
      </h2>
      <p class="muted">
        {operation ?? 'no operation'} at {timeOf(at)} in <Name text={world} />, {credential ?? 'no credential'}
      </p>
      {refusal && (
        <p class="problem">
          <strong>{cut(refusal.code, 100)}</strong>: <bdi>{cut(refusal.message, 2000)}</bdi>
          {refusal.requirement !== undefined && <code> {cut(refusal.requirement, 100)}</code>}
        </p>
      )}
      {fault !== undefined && <Code label="Fault" value={fault} />}
      {body !== undefined && <Code label="Request body" value={cut(body, 20_000)} />}
      <Code label="Headers" value={headers} />
    </>
  )
}

/** A time in ISO 8601; a number that is none stays one. */
function timeOf(at: number): string {
  return Number.isFinite(at) && Math.abs(at) <= 8.64e15
    ? new Intl.DateTimeFormat('sv', timeFormat).format(at)
    : String(at)
}

const timeFormat = { dateStyle: 'short', timeStyle: 'medium', timeZone: 'UTC' } as const
