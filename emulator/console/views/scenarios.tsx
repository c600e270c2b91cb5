// The scenarios of a world: situations that the specification allows and clients tend to overlook.
import type { VNode } from 'preact'
import type { ListedScenario } from '../../control/scenarios.ts'
import { ProblemNote, SearchField, ViewHead, Waiting } from '../components.tsx'
import { useConsoleState } from '../console-state.ts'
import { matches } from '../matches.ts'
import { namesWith, namesWithout } from '../scenarios/playing.ts'
import { useControl, useChange } from '../use-control.ts'

/** The view of scenarios. */
export function ScenariosView(): VNode {
  const consoleState = useConsoleState()
  const search = consoleState.route.value.settings.get('search') ?? ''
  const asked = useControl<readonly ListedScenario[]>('/scenarios')
  const change = useChange(asked.reload)
  const all = asked.value ?? []
  const playing = namesWithout(all, '')
  const play = (names: readonly string[]) => void change.make('/scenarios', { method: 'PUT', body: names })
  const found = all.filter(({ name, group, description }) => matches(search, name, group, description))
  return (
    <>
      <ViewHead title="Scenarios">
        <SearchField />
        <button type="button" disabled={playing.length === 0} onClick={() => play([])}>
          End all
        </button>
      </ViewHead>
      <ProblemNote problem={asked.problem ?? change.problem} />
      <Waiting asked={asked} />
      {asked.value && (
        <p class="muted" role="status">
          {playing.length === 0 ? 'No scenario plays in this world.' : `Playing: ${playing.join(', ')}.`} They keep to
          the specification, and trap clients that expect more than it says. {found.length} of {all.length} match.
        </p>
      )}
      {[...Map.groupBy(found, ({ group }) => group)].map(([group, scenarios]) => (
        <section key={group}>
          <h2>{group}</h2>
          <ul class="plain list">
            {scenarios.map((scenario) => (
              <li key={scenario.name} class="card">
                <Scenario
                  scenario={scenario}
                  onPlay={(number) => play(namesWith(all, scenario.name, number))}
                  onEnd={() => play(namesWithout(all, scenario.name))}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

interface ScenarioProps {
  readonly scenario: ListedScenario
  readonly onPlay: (number?: number) => void
  readonly onEnd: () => void
}

function Scenario({ scenario, onPlay, onEnd }: ScenarioProps): VNode {
  const { name, clause, description, setting, playing } = scenario
  return (
    <>
      <label class="check">
        <input type="checkbox" checked={playing} onChange={() => (playing ? onEnd() : onPlay())} />
        <strong>{name}</strong> {playing && <span class="badge warn">playing</span>}
        <span class="muted">clause {clause}</span>
      </label>
      <p class="under">{description}</p>
      {setting && (
        <label class="check under">
          <input
            key={setting.playing}
            type="number"
            min={1}
            max={setting.most}
            defaultValue={String(setting.playing ?? setting.default)}
            aria-label={`${name}: ${setting.meaning}`}
            onChange={(event) => onPlay(Number(event.currentTarget.value))}
          />
          <span class="muted">{setting.meaning}</span>
        </label>
      )}
    </>
  )
}
