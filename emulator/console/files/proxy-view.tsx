// The report of `emulator proxy`: what it found about the service, about the client, and about a twin.
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { cut, Name } from '../components.tsx'
import type { OpenedFile } from '../read-file.ts'
import { ReportView } from './report-view.tsx'
import { TwinDifferences } from './twin-view.tsx'

type ProxyFile = Extract<OpenedFile, { readonly kind: 'proxy' }>

/** Shows a report of a proxy, one side at a time. */
export function ProxyView({ proxy }: { readonly proxy: ProxyFile }): VNode {
  const { baseUrl, notes, service, client, differences } = proxy
  const sides = [
    ['The service', service],
    ['The client', client],
  ] as const
  const [side, setSide] = useState(0)
  const report = sides[side]![1]
  return (
    <section class="report" aria-label="Proxy">
      <p>
        What passed between a client and <Name text={baseUrl} />.
      </p>
      {notes.map((note) => (
        <p key={note} class="muted">
          {cut(note, 600)}
        </p>
      ))}
      <TwinDifferences
        title="Where the twin answers otherwise than the service"
        differences={differences}
        remark="The report has what differs alone, not the whole answers."
      />
      <div class="chips" role="group" aria-label="Side">
        {sides.map(([title], index) => (
          <button type="button" class="chip" key={title} aria-pressed={index === side} onClick={() => setSide(index)}>
            {title}
          </button>
        ))}
      </div>
      <ReportView key={side} report={report} />
    </section>
  )
}
