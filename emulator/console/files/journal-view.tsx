// A journal that was saved: its requests, without their answers, which a journal's list does not hold.
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { JournalEntry } from '../../journal/journal-entry.ts'
import { RequestDetails, RequestTitle } from '../requests/request-details.tsx'
import { DetailPane } from '../detail-pane.tsx'
import { type Column, Table, wide } from '../table.tsx'
import type { OpenedFile } from '../read-file.ts'

type JournalFile = Extract<OpenedFile, { readonly kind: 'journal' }>

const columns: readonly Column<JournalEntry>[] = [
  { title: '#', width: '3.5rem', cell: ({ index }) => index },
  { title: 'Method', width: '4.5rem', cell: ({ method }) => <span class="mono">{method}</span> },
  { title: 'Path', width: 'minmax(0, 3fr)', cell: ({ path }) => <bdi class="mono">{path.slice(0, 300)}</bdi> },
  { title: 'Status', width: '4rem', cell: ({ status }) => status ?? '–' },
  { title: 'Operation', width: 'minmax(0, 2fr)', from: wide, cell: ({ operation }) => operation ?? '–' },
]

/** Shows a journal. */
export function JournalView({ journal }: { readonly journal: JournalFile }): VNode {
  const [opened, setOpened] = useState<number | undefined>(undefined)
  const { requests } = journal
  const request = opened === undefined ? undefined : requests[opened]
  const kept = journal.opened.find((detail) => detail.request.index === request?.index)
  const detail = kept ?? (request && { request, response: null, unread: [], related: [], requirement: null })
  return (
    <div class={`split ${request ? 'two' : ''}`}>
      <Table
        label="Requests of the file"
        columns={columns}
        rows={{ count: requests.length, at: (index) => requests[index] }}
        opened={opened}
        onOpen={(_request, index) => setOpened(index)}
        empty="This journal has no requests."
      />
      {detail && (
        <DetailPane
          label={`Request ${detail.request.index}`}
          onClose={() => setOpened(undefined)}
          head={<RequestTitle opened={detail} />}
        >
          <RequestDetails opened={detail} />
        </DetailPane>
      )}
    </div>
  )
}
