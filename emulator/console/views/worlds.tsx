// The worlds of the emulator: how old and how used each is, with a way to open, make, reset and drop it.
import type { VNode } from 'preact'
import { useId, useState } from 'preact/hooks'
import { ask, askFile, type Outcome, type Problem } from '../state/control.ts'
import { inWords } from '../kit/duration.ts'
import { counted, Name, ProblemNote, SureButton, SearchField, ViewHead, Waiting } from '../kit/components.tsx'
import { defaultWorld, useConsoleState } from '../state/console-state.ts'
import { saveFile } from '../kit/save-file.ts'
import { SingleField } from '../kit/single-field.tsx'
import { useControl, useChange, useEvery } from '../kit/use-control.ts'

interface WorldInfo {
  readonly name: string
  readonly records: number
  readonly requests: number
  readonly ageSeconds: number
  readonly clock: { readonly now: string; readonly frozen: boolean }
}

const mostWorlds = 200

/** The view of worlds. */
export function WorldsView(): VNode {
  const consoleState = useConsoleState()
  const search = consoleState.route.value.settings.get('search')
  const asked = useControl<readonly WorldInfo[]>('/worlds', { search, limit: mostWorlds })
  const change = useChange(asked.reload)
  useEvery(2000, () => void asked.reload())
  const worlds = asked.value ?? []
  return (
    <>
      <ViewHead title="Worlds">
        <SingleField
          label="New world"
          submit="Make"
          size={14}
          placeholder="blue"
          onText={(name) => change.make(`/worlds/${encodeURIComponent(name)}`, { method: 'PUT' })}
        />
        <SearchField />
      </ViewHead>
      <ProblemNote problem={asked.problem ?? change.problem} />
      <Waiting asked={asked} />
      {worlds.length === mostWorlds && (
        <p class="muted">The first {mostWorlds} are shown. Find others by their name.</p>
      )}
      {asked.value?.length === 0 && <p class="muted">No world has such a name.</p>}
      <ul class="plain list">
        {worlds.map((world) => (
          <li key={world.name} class="card">
            <World
              world={world}
              onChange={(path, method) => void change.make(path, { method })}
              onLoaded={() => void asked.reload()}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

interface WorldProps {
  readonly world: WorldInfo
  readonly onChange: (path: string, method: 'PUT' | 'DELETE') => void
  readonly onLoaded: () => void
}

/** Reads a file that should be a snapshot, and puts it into a world. */
async function readState(text: string, put: (body: unknown) => Promise<Outcome<unknown>>): Promise<Outcome<unknown>> {
  try {
    return await put(JSON.parse(text))
  } catch {
    const message = 'The file is not JSON. Choose one that was saved here or by GET /_emulator/snapshot.'
    return { ok: false, problem: { status: 0, code: 'unreadable_file', message, details: [] } }
  }
}

function World({ world, onChange, onLoaded }: WorldProps): VNode {
  const consoleState = useConsoleState()
  const { name, records, requests, ageSeconds, clock } = world
  const path = `/worlds/${encodeURIComponent(name)}`
  const isDefault = name === defaultWorld
  const facts = [
    `${inWords(ageSeconds)} old`,
    counted(requests, 'request'),
    counted(records, 'record'),
    `${clock.now}${clock.frozen ? ', stopped' : ''}`,
  ]
  const id = useId()
  const [problem, setProblem] = useState<Problem | undefined>(undefined)
  const place = { ...consoleState.everyWorld, apiBase: consoleState.apiUrlOf(name), changes: consoleState.changes }
  const save = async () => {
    const outcome = await askFile(place, '/snapshot')
    setProblem(outcome.ok ? undefined : outcome.problem)
    if (!outcome.ok) return
    saveFile(`${name}.snapshot.json`, outcome.value)
    consoleState.said.value = `Saved ${name}.snapshot.json.`
  }
  const load = async (input: HTMLInputElement) => {
    const text = await input.files?.[0]?.text()
    input.value = ''
    if (text === undefined) return
    const outcome = await readState(text, (body) => ask(place, '/snapshot', { method: 'PUT', body }))
    setProblem(outcome.ok ? undefined : outcome.problem)
    if (outcome.ok) consoleState.said.value = `The world ${name} has the state of the file.`
    onLoaded()
  }
  return (
    <>
      <h2>
        <Name text={name} /> {name === consoleState.world.value && <span class="badge good">chosen</span>}
      </h2>
      <p class="muted">
        {facts.map((fact, index) => (
          <>
            {index > 0 && ' · '}
            <span class="whole">{fact}</span>
          </>
        ))}
      </p>
      <ProblemNote problem={problem} />
      <div class="actions">
        <a class="button" href={consoleState.href('requests', { world: name })}>
          Open
        </a>
        <button type="button" onClick={() => void save()}>
          Save its state
        </button>
        <label class="button" for={id}>
          Load a state
        </label>
        <input
          id={id}
          class="beside"
          type="file"
          accept=".json,application/json"
          onChange={(event) => void load(event.currentTarget)}
        />
        <SureButton label="Reset" sure="Reset it to the seed" onSure={() => onChange(path, 'PUT')} />
        {!isDefault && <SureButton label="Drop" sure="Drop it with its data" onSure={() => onChange(path, 'DELETE')} />}
      </div>
    </>
  )
}
