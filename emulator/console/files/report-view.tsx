// A report of the kit: how many of each verdict, and each result with what shows it.
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { DetailPane } from '../detail-pane.tsx'
import { Code, cut, Field, Name } from '../components.tsx'
import { type Column, Table } from '../table.tsx'
import { ReasonNote } from '../kit-runs/reason-note.tsx'
import { toneOf } from '../kit-runs/run.ts'
import type { OpenedFile, ReportResult } from '../read-file.ts'

type Report = Extract<OpenedFile, { readonly kind: 'report' }>

const columns: readonly Column<ReportResult>[] = [
  {
    title: 'Verdict',
    width: '8.5rem',
    cell: ({ verdict }) => <span class={toneOf(verdict)}>{verdict}</span>,
  },
  { title: 'Clause', width: '4rem', wideOnly: true, cell: ({ clause }) => clause },
  { title: 'Requirement', width: 'minmax(0, 2fr)', cell: ({ requirement }) => requirement },
  { title: 'Message', width: 'minmax(0, 4fr)', wideOnly: true, cell: ({ message }) => cut(message, 300) },
]

/** Shows a report of a server or of a client. */
export function ReportView({ report }: { readonly report: Report }): VNode {
  const [verdict, setVerdict] = useState('')
  const [opened, setOpened] = useState<number | undefined>(undefined)
  const results = verdict === '' ? report.results : report.results.filter((result) => result.verdict === verdict)
  const result = opened === undefined ? undefined : results[opened]
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
      <div class={`split ${result ? 'two' : ''}`}>
        <Table
          label="Results"
          columns={columns}
          rows={{ count: results.length, at: (index) => results[index] }}
          opened={opened}
          onOpen={(_result, index) => setOpened(index)}
        />
        {result && (
          <DetailPane label="Result" onClose={() => setOpened(undefined)}>
            <h2>{result.requirement}</h2>
            <p>
              <Name text={result.message} />
            </p>
            <ReasonNote result={result} />
            <p class="muted">
              {result.check}
              {typeof result.task === 'string' && `, ${result.task}, ${result.scenario ?? 'plain'}`}
            </p>
            {result.reproduce !== undefined && <Code label="Reproduce" value={result.reproduce} />}
            {result.evidence !== undefined && <Code label="Evidence" value={result.evidence} />}
          </DetailPane>
        )}
      </div>
    </>
  )
}
