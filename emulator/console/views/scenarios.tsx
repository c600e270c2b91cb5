// The scenarios of a world: situations that the specification allows and clients tend to overlook.
import type { VNode } from 'preact'
import type { ListedScenario } from '../../control/scenarios.ts'
import { ProblemNote, ViewHead } from '../components.tsx'
import { useAsked, useChange } from '../use-asked.ts'

/** The name as the control API takes it, with the number that the scenario plays with. */
function nameOf({ name, setting }: ListedScenario): string {
  return setting && setting.playing !== null && setting.playing !== setting.default
    ? `${name}=${setting.playing}`
    : name
}

/** The view of scenarios. */
export function ScenariosView(): VNode {
  const asked = useAsked<readonly ListedScenario[]>('/scenarios')
  const change = useChange(asked.reload)
  const all = asked.value ?? []
  const playing = all.filter((scenario) => scenario.playing).map(nameOf)
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
        {all.map((scenario) => {
          const { name, clause, description, playing: plays } = scenario
          const others = playing.filter((playingName) => playingName !== nameOf(scenario))
          return (
            <li key={name} class="card">
              <label class="check">
                <input type="checkbox" checked={plays} onChange={() => play(plays ? others : [...playing, name])} />
                <strong>{plays ? nameOf(scenario) : name}</strong>
              </label>
              <p>{description}</p>
              <p class="muted">Clause {clause}</p>
            </li>
          )
        })}
      </ul>
    </>
  )
}
