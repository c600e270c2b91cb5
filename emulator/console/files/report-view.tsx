// A report of the kit: how many of each verdict, and each requirement with its checks and the exchanges that show it.
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { DetailPane } from '../detail-pane.tsx'
import { Code, counted, cut, Field } from '../components.tsx'
import { type Column, Table, wide } from '../table.tsx'
import { ReasonNote } from '../kit-runs/reason-note.tsx'
import { toneOf } from '../kit-runs/run.ts'
import { Exchange } from '../report/failures.tsx'
import type { OpenedFile, ReportResult } from '../read-file.ts'
import { byRequirement, type JudgedRequirement } from './by-requirement.ts'

type Report = Extract<OpenedFile, { readonly kind: 'report' }>

const columns: readonly Column<JudgedRequirement>[] = [
  {
    title: 'Verdict',
    width: '8.5rem',
    cell: ({ verdict }) => <span class={toneOf(verdict)}>{verdict}</span>,
  },
  { title: 'Clause', width: '4rem', from: wide, cell: ({ clause }) => clause },
  { title: 'Requirement', width: 'minmax(0, 2fr)', cell: ({ requirement }) => requirement },
  { title: 'Checks', width: '4.5rem', from: wide, isNumber: true, cell: ({ results }) => results.length },
  { title: 'Exchanges', width: '6rem', isNumber: true, cell: ({ exchanges }) => exchanges },
  { title: 'Message', width: 'minmax(0, 4fr)', from: wide, cell: ({ results }) => cut(results[0]!.message, 300) },
]

/** Shows a report of a server or of a client. */
export function ReportView({ report }: { readonly report: Report }): VNode {
  const [verdict, setVerdict] = useState('')
  const [opened, setOpened] = useState<number | undefined>(undefined)
  const results = verdict === '' ? report.results : report.results.filter((result) => result.verdict === verdict)
  const requirements = byRequirement(results)
  const requirement = opened === undefined ? undefined : requirements[opened]
  return (
    <>
      <dl class="facts">
        <dt>Conformant</dt>
        <dd>{JSON.stringify(report.facts['conformant'] ?? null)}</dd>
        {Object.entries(report.summary).map(([name, count]) => (
          <>
            <dt key={name}>{name}</dt>
            <dd>{count}</dd>
          </>
        ))}
      </dl>
      <Field label="Verdict">
        <select
          value={verdict}
          onChange={(event) => {
            setVerdict(event.currentTarget.value)
            setOpened(undefined)
          }}
        >
          <option value="">all</option>
          {Object.keys(report.summary).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </Field>
      <div class={`split ${requirement ? 'two' : ''}`}>
        <Table
          label="Requirements of the file"
          columns={columns}
          rows={{ count: requirements.length, at: (index) => requirements[index] }}
          opened={opened}
          onOpen={(_requirement, index) => setOpened(index)}
        />
        {requirement && (
          <DetailPane key={requirement.requirement} label="Requirement" onClose={() => setOpened(undefined)}>
            <h2>{requirement.requirement}</h2>
            {requirement.results.slice(0, mostResults).map((result, index) => (
              <Result key={index} result={result} />
            ))}
            {requirement.results.length > mostResults && (
              <p class="muted">The report has {counted(requirement.results.length - mostResults, 'more result')}.</p>
            )}
          </DetailPane>
        )}
      </div>
    </>
  )
}

/** The most results of a requirement that are drawn at once. */
const mostResults = 50

/** A result, with the exchanges that show it. */
function Result({ result }: { readonly result: ReportResult }): VNode {
  const { check, verdict, message, task, scenario, evidence, reproduce } = result
  return (
    <div class="check-entry">
      <p class="muted">
        <span class={toneOf(verdict)}>{verdict}</span> {check}
        {typeof task === 'string' && `, ${task}, ${scenario ?? 'plain'}`}
      </p>
      <p>
        <bdi>{cut(message, 2000)}</bdi>
      </p>
      <ReasonNote result={result} />
      {reproduce !== undefined && <Code label="Reproduce" value={reproduce} />}
      {evidence.length > 0 && (
        <details open={verdict === 'fail'}>
          <summary>{counted(evidence.length, 'exchange')}</summary>
          {evidence.map((exchange, index) => (
            <Exchange key={index} exchange={exchange} />
          ))}
        </details>
      )}
    </div>
  )
}
