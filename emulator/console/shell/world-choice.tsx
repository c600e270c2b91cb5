// The shown world. Looking at a world does not create it.
import type { VNode } from 'preact'
import { Button } from '../kit/buttons.tsx'
import { ProblemNote, Waiting } from '../kit/loaded.tsx'
import { useChange, useControl } from '../kit/use-control.ts'
import { defaultWorld, toHash, useConsoleState } from '../state/console-state.ts'
import { useEffect, useState } from 'preact/hooks'
import { askControl } from '../state/control.ts'

/** The number of worlds that the list offers. The view of worlds opens all others. */
const mostWorlds = 500

/** The settings of the address that belong to one world, such as the opened item. */
const ofOneWorld = new Set(['open', 'do', 'as', 'new', 'page'])

/** Shows a view of the chosen world, if that world exists. */
export function KnownWorld({ children }: { readonly children: VNode }): VNode {
  const { world } = useConsoleState()
  return world.value === defaultWorld ? children : <OtherWorld>{children}</OtherWorld>
}

function OtherWorld({ children }: { readonly children: VNode }): VNode {
  const consoleState = useConsoleState()
  const name = consoleState.world.value
  const path = `/worlds/${encodeURIComponent(name)}`
  const asked = useControl<unknown>(path)
  const change = useChange(asked.reload, '')
  const problem = change.problem ?? asked.problem
  // Another view asks for the token.
  if (asked.value !== undefined || problem?.status === 401) return children
  if (!problem) return <Waiting />
  return (
    <section class="stack">
      <h1>No world {name}</h1>
      <ProblemNote problem={problem} />
      {problem.status === 404 && (
        <p>
          <Button onClick={() => void change.make(path, { method: 'PUT' })}>Create it</Button>{' '}
          <a href={toHash(consoleState.route.value.view, { world: defaultWorld })}>Show the world {defaultWorld}</a>
        </p>
      )}
    </section>
  )
}

/** The list of worlds. The chosen one is a part of the address, so that a reload keeps it. */
export function WorldChoice(): VNode {
  const consoleState = useConsoleState()
  const [worlds, setWorlds] = useState<readonly string[]>([])
  const load = async () => {
    const place = consoleState.placeOf(defaultWorld)
    const outcome = await askControl<readonly { readonly name: string }[]>(place, '/worlds', {
      query: { limit: mostWorlds },
    })
    if (outcome.ok) setWorlds(outcome.value.map(({ name }) => name))
  }
  useEffect(() => void load(), [consoleState.token.value])
  const goTo = (world: string) => {
    const { view, settings } = consoleState.route.value
    const kept = Object.fromEntries([...settings].filter(([name]) => !ofOneWorld.has(name)))
    consoleState.open(view, { ...kept, world })
  }
  const current = consoleState.world.value
  return (
    <label class="world">
      <span>World</span>
      <select value={current} onFocus={() => void load()} onChange={(event) => goTo(event.currentTarget.value)}>
        {[...new Set([defaultWorld, ...worlds, current])].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  )
}
