// The deviations of the emulator: deliberate violations of the specification, in every world.
import type { VNode } from 'preact'
import type { ListedDeviation } from '../../control/deviations.ts'
import { ProblemNote, SearchField, ViewHead, Waiting } from '../kit/components.tsx'
import { useConsoleState } from '../state/console-state.ts'
import { matches } from '../kit/matches.ts'
import { useControl, useChange } from '../kit/use-control.ts'

/** The view of deviations. */
export function DeviationsView(): VNode {
  const consoleState = useConsoleState()
  const search = consoleState.route.value.settings.get('search') ?? ''
  const asked = useControl<readonly ListedDeviation[]>('/deviations')
  const change = useChange(asked.reload)
  const all = asked.value ?? []
  const active = all.filter((deviation) => deviation.active)
  const set = (names: readonly string[]) => void change.make('/deviations', { method: 'PUT', body: names })
  const found = all.filter(({ name, title, requirement, description }) =>
    matches(search, name, title, requirement, description),
  )
  // Active deviations stand first, so that a difference from the specification is seen at once.
  const groups = [
    ...Map.groupBy(
      found.filter((deviation) => deviation.active),
      () => 'Active',
    ),
    ...Map.groupBy(
      found.filter((deviation) => !deviation.active),
      ({ title }) => title,
    ),
  ]
  const state = active.length === 0 ? 'The emulator keeps to the specification.' : `${active.length} active.`
  const summary = `${state} ${found.length} of ${all.length} match.`
  return (
    <>
      <ViewHead title="Deviations">
        <SearchField />
        <button type="button" disabled={active.length === 0} onClick={() => set([])}>
          Deactivate all
        </button>
      </ViewHead>
      <ProblemNote problem={asked.problem ?? change.problem} />
      <Waiting asked={asked} />
      {asked.value && (
        <p class="muted" role="status">
          {summary}
        </p>
      )}
      {groups.map(([title, deviations]) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul class="plain list">
            {deviations.map((deviation) => (
              <li key={deviation.name} class="card">
                <label class="check">
                  <input
                    type="checkbox"
                    checked={deviation.active}
                    onChange={() => {
                      const names = active.map(({ name }) => name)
                      set(
                        deviation.active ? names.filter((name) => name !== deviation.name) : [...names, deviation.name],
                      )
                    }}
                  />
                  <strong>{deviation.description}</strong> {deviation.active && <span class="badge bad">active</span>}
                </label>
                <p class="muted under">
                  <code>{deviation.name}</code> violates <code>{deviation.requirement}</code>
                  {deviation.conventions && `; shows under ${JSON.stringify(deviation.conventions)}`}
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
