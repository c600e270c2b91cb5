// A file that was dropped on the page, or chosen here: a report, a journal or a snapshot.
import type { VNode } from 'preact'
import { useEffect, useId } from 'preact/hooks'
import { CaseView } from '../files/case-view.tsx'
import { JournalView } from '../files/journal-view.tsx'
import type { OpenedFile } from '../read-file.ts'
import { ReportView } from '../files/report-view.tsx'
import { ProxyView } from '../files/proxy-view.tsx'
import { DriftView } from '../files/drift-view.tsx'
import { TwinView } from '../files/twin-view.tsx'
import { SnapshotView } from '../files/snapshot-view.tsx'
import { Name, ProblemNote, ViewHead } from '../components.tsx'
import { useConsoleState } from '../console-state.ts'

/** The kinds of files that can be opened, and where they come from. */
const kinds = [
  ['Case', 'of a failed test (.case.gz)'],
  ['Report', 'JSON of the kit, about a service or a client'],
  ['Proxy', 'JSON of emulator proxy, about both sides'],
  ['Journal', 'GET /_emulator/requests, or a request that was saved as a file'],
  ['Snapshot', 'the state of a world'],
  ['Twin', 'learned.json of emulator learn, or a report of its drift'],
  ['Target file', 'goes to the emulator, which judges the service'],
] as const

/** The view of a file. */
export function FileView(): VNode {
  const consoleState = useConsoleState()
  const id = useId()
  const file = consoleState.file.value
  const isServed = consoleState.route.value.settings.has('served')
  useEffect(() => {
    if (isServed && !file) void consoleState.openServedFile()
  }, [])
  return (
    <>
      <ViewHead title="File">
        <label class="button" for={id}>
          Open a file
        </label>
        <input
          id={id}
          class="beside"
          type="file"
          accept=".json,.yaml,.yml,.gz,application/json"
          onChange={(event) => void consoleState.openFile(event.currentTarget.files?.[0])}
        />
      </ViewHead>
      {!file && (
        <section class="drop-all">
          <p>Drop a file anywhere on this page, or open it here. It stays in the browser.</p>
          <dl class="facts">
            {kinds.map(([kind, whence]) => (
              <div key={kind}>
                <dt>{kind}</dt>
                <dd>{whence}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {file && 'problem' in file && <ProblemNote problem={file.problem} />}
      {file && 'kind' in file && (
        <>
          <p>
            <Name text={file.name} /> <span class="badge">{file.kind}</span>
          </p>
          <Content file={file} />
        </>
      )}
    </>
  )
}

function Content({ file }: { readonly file: OpenedFile }): VNode | null {
  // A target file is opened by the view of conformance.
  if (file.kind === 'target') return null
  if (file.kind === 'report') return <ReportView report={file} />
  if (file.kind === 'case') return <CaseView name={file.name} facts={file.facts} />
  if (file.kind === 'twin') return <TwinView twin={file} />
  if (file.kind === 'drift') return <DriftView drift={file} />
  if (file.kind === 'proxy') return <ProxyView proxy={file} />
  return file.kind === 'journal' ? <JournalView journal={file} /> : <SnapshotView snapshot={file} />
}
