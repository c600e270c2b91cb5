// The worlds of the emulator: how old and how used each is, with a way to open, make, reset and drop it.
import type { VNode } from 'preact'
import { useRef } from 'preact/hooks'
import { inWords } from '../duration.ts'
import { counted, Field, Name, ProblemNote, SureButton, SearchField, ViewHead } from '../components.tsx'
import { defaultWorld, useConsoleState } from '../console-state.ts'
import { useAsked, useChange, useEvery } from '../use-asked.ts'

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
  const asked = useAsked<readonly WorldInfo[]>('/worlds', { search, limit: mostWorlds })
  const change = useChange(asked.reload)
  useEvery(2000, () => void asked.reload())
  const worlds = asked.value ?? []
  return (
    <>
      <ViewHead title="Worlds">
        <NewWorld onName={(name) => change.make(`/worlds/${encodeURIComponent(name)}`, { method: 'PUT' })} />
        <SearchField />
      </ViewHead>
      <ProblemNote problem={asked.problem ?? change.problem} />
      {worlds.length === mostWorlds && (
        <p class="muted">The first {mostWorlds} are shown. Find others by their name.</p>
      )}
      {asked.value?.length === 0 && <p class="muted">No world has such a name.</p>}
      <ul class="plain list">
        {worlds.map((world) => (
          <li key={world.name} class="card">
            <World world={world} onChange={(path, method) => void change.make(path, { method })} />
          </li>
        ))}
      </ul>
    </>
  )
}

interface WorldProps {
  readonly world: WorldInfo
  readonly onChange: (path: string, method: 'PUT' | 'DELETE') => void
}

function World({ world, onChange }: WorldProps): VNode {
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
  return (
    <>
      <h2>
        <Name text={name} /> {name === consoleState.world.value && <span class="badge good">chosen</span>}
      </h2>
      <p class="muted">{facts.join(' · ')}</p>
      <div class="actions">
        <a class="button" href={consoleState.href('requests', { world: name })}>
          Open
        </a>
        <SureButton label="Reset" sure="Reset it to the seed" onSure={() => onChange(path, 'PUT')} />
        {!isDefault && <SureButton label="Drop" sure="Drop it with its data" onSure={() => onChange(path, 'DELETE')} />}
      </div>
    </>
  )
}

function NewWorld({ onName }: { readonly onName: (name: string) => Promise<boolean> }): VNode {
  const input = useRef<HTMLInputElement>(null)
  const make = async (field: HTMLInputElement) => {
    if (await onName(field.value.trim())) field.value = ''
  }
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault()
        void make(input.current!)
      }}
    >
      <Field label="New world">
        <input ref={input} required size={14} maxLength={100} spellcheck={false} placeholder="blue" />
      </Field>
      <button type="submit">Make</button>
    </form>
  )
}
