// The worlds of the emulator with their use, and buttons to open, create, reset and drop them.
import type { VNode } from 'preact'
import type { ListedWorld } from '../../control/worlds.ts'
import { SureButton } from '../kit/buttons.tsx'
import { SingleField } from '../kit/form.tsx'
import { SearchField } from '../kit/lists.tsx'
import { Loaded, ViewHead } from '../kit/loaded.tsx'
import { countNoun, Name } from '../kit/text.tsx'
import { useChange, useControl } from '../kit/use-control.ts'
import { defaultWorld, useConsoleState } from '../state/console-state.ts'
import type { ControlRequest } from '../state/control.ts'

const mostWorlds = 200

/** The view of worlds. */
export function WorldsView(): VNode {
  const consoleState = useConsoleState()
  const search = consoleState.route.value.settings.get('search')
  const asked = useControl<readonly ListedWorld[]>('/worlds', { search, limit: mostWorlds }, () => 2000)
  const change = useChange(asked.reload)
  const changeWorld = (name: string, method: ControlRequest['method'] & string) =>
    change.make(`/worlds/${encodeURIComponent(name)}`, { method })
  return (
    <>
      <ViewHead title="Worlds">
        <SingleField
          label="New world"
          submit="Create"
          size={14}
          placeholder="blue"
          onText={(name) => changeWorld(name, 'PUT')}
        />
        <SearchField />
      </ViewHead>
      <Loaded asked={asked} problem={change.problem}>
        {(worlds) => (
          <>
            {worlds.length === mostWorlds && (
              <p class="muted">The first {mostWorlds} are shown. Find others by their name.</p>
            )}
            {worlds.length === 0 && <p class="muted">No world has such a name.</p>}
            <ul class="plain list">
              {worlds.map((world) => (
                <World key={world.name} world={world} onChange={(method) => changeWorld(world.name, method)} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </>
  )
}

interface WorldProps {
  readonly world: ListedWorld
  readonly onChange: (method: 'PUT' | 'DELETE') => unknown
}

function World({ world, onChange }: WorldProps): VNode {
  const consoleState = useConsoleState()
  const { name, records, requests, clock } = world
  const facts = [
    countNoun(requests, 'request'),
    countNoun(records, 'record'),
    `${clock.now}${clock.frozen ? ', stopped' : ''}`,
  ]
  return (
    <li class="card">
      <h2>
        <Name text={name} /> {name === consoleState.world.value && <span class="badge good">chosen</span>}
      </h2>
      <p class="muted">
        {facts.map((fact, index) => (
          <span class="whole" key={index}>
            {index > 0 && ' · '}
            {fact}
          </span>
        ))}
      </p>
      <div class="actions">
        <a class="button" href={consoleState.href('requests', { world: name })}>
          Open
        </a>
        <SureButton label="Reset" sure="Reset it to the seed" onSure={() => onChange('PUT')} />
        {name !== defaultWorld && (
          <SureButton label="Drop" sure="Drop it with its data" onSure={() => onChange('DELETE')} />
        )}
      </div>
    </li>
  )
}
