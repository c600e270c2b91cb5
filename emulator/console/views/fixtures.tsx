// The records that were put aside: together they are a fixture file.
import type { VNode } from 'preact'
import { Code, counted, Name, SureButton, ViewHead } from '../components.tsx'
import { useConsoleState } from '../console-state.ts'
import { saveText } from '../save-text.ts'

/** The number of records of a collection to list. The file has all. */
const mostListed = 100

/** The view of the fixtures. */
export function FixturesView(): VNode {
  const { tray } = useConsoleState()
  const fixtures = tray.fixtures.value
  const text = JSON.stringify(fixtures, null, 2)
  return (
    <>
      <ViewHead title="Fixtures">
        {tray.count > 0 && (
          <>
            <DownloadButton name="fixtures.json" text={text} label="Download fixtures.json" />
            <SureButton label="Clear" sure="Remove all records from here" onSure={() => tray.clear()} />
          </>
        )}
      </ViewHead>
      <p class="muted">
        {tray.count === 0
          ? 'Nothing yet. Open a request whose answer shows records, and choose “Add to the fixtures”.'
          : `${counted(tray.count, 'record')}, kept until this tab is closed. This command starts with them:`}
      </p>
      {tray.count > 0 && <Code label="Command" value="npx @platform-data/emulator start --fixtures fixtures.json" />}
      {Object.entries(fixtures).map(([collection, records]) => (
        <section class="card" key={collection} aria-label={collection}>
          <h2>
            {collection} <span class="muted">{records.length}</span>
          </h2>
          <ul class="plain">
            {records.slice(0, mostListed).map((record) => (
              <li key={record.id} class="actions">
                <code>{record.id}</code> <Name text={String(record['name'] ?? '')} />
                <button
                  type="button"
                  class="small"
                  aria-label={`Remove ${record.id}`}
                  onClick={() => tray.remove(collection, record.id)}
                >
                  Remove
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

/** A button that saves a text as a file. */
function DownloadButton({
  name,
  text,
  label,
}: {
  readonly name: string
  readonly text: string
  readonly label: string
}): VNode {
  return (
    <button type="button" onClick={() => saveText(name, text)}>
      {label}
    </button>
  )
}
