// The scenarios of a world: situations that the specification allows and clients tend to overlook.
import type { VNode } from 'preact'
import { ProblemNote, ViewHead } from '../parts.tsx'
import { useAsked, useChange } from '../use-asked.ts'

interface Scenario {
  readonly name: string
  readonly clause: string
  readonly description: string
  readonly playing: boolean
}

/** The view of scenarios. */
export function ScenariosView(): VNode {
  const asked = useAsked<readonly Scenario[]>('/scenarios')
  const change = useChange(asked.reload)
  const all = asked.value ?? []
  const playing = all.filter((one) => one.playing).map(({ name }) => name)
  const play = (names: readonly string[]) => void change.make('/scenarios', { method: 'PUT', body: names })
  return (
    <>
      <ViewHead title="Scenarios">
        <button type="button" disabled={playing.length === 0} onClick={() => play([])}>
          End all
        </button>
      </ViewHead>
      <ProblemNote problem={asked.problem ?? change.problem} />
      <p class="muted">
        {playing.length === 0 ? 'No scenario plays in this world.' : `Playing: ${playing.join(', ')}.`} They keep to the
        specification, and trap clients that expect more than it says.
      </p>
      <ul class="plain list">
        {all.map(({ name, clause, description, playing: plays }) => (
          <li key={name} class="card">
            <label class="check">
              <input
                type="checkbox"
                checked={plays}
                onChange={() => play(plays ? playing.filter((one) => one !== name) : [...playing, name])}
              />
              <strong>{name}</strong>
            </label>
            <p>{description}</p>
            <p class="muted">Clause {clause}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
