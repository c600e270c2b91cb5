// The deviations of the emulator: deliberate violations of the specification, in every world.
import type { VNode } from 'preact'
import type { ListedDeviation } from '../../control/deviations.ts'
import { Button } from '../kit/buttons.tsx'
import { Check } from '../kit/form.tsx'
import { Groups, SearchField } from '../kit/lists.tsx'
import { Loaded, ViewHead } from '../kit/loaded.tsx'
import { matchesSearch } from '../kit/text.tsx'
import { useChange, useControl } from '../kit/use-control.ts'
import { useConsoleState } from '../state/console-state.ts'

/** The view of deviations. */
export function DeviationsView(): VNode {
  const consoleState = useConsoleState()
  const search = consoleState.route.value.settings.get('search') ?? ''
  const asked = useControl<readonly ListedDeviation[]>('/deviations')
  const change = useChange(asked.reload)
  const active = (asked.value ?? []).filter((deviation) => deviation.active).map(({ name }) => name)
  const set = (names: readonly string[]) => change.make('/deviations', { method: 'PUT', body: names })
  const turn = (name: string) =>
    set(active.includes(name) ? active.filter((other) => other !== name) : [...active, name])
  const state = active.length === 0 ? 'No deviation is active.' : `${active.length} active.`
  return (
    <>
      <ViewHead title="Deviations">
        <SearchField />
        <Button disabled={active.length === 0} onClick={() => set([])}>
          Deactivate all
        </Button>
      </ViewHead>
      <Loaded asked={asked} problem={change.problem}>
        {(all) => {
          const found = all
            .filter(({ name, group, requirement, description }) =>
              matchesSearch(search, name, group, requirement, description),
            )
            // Active deviations come first, so that a difference from the specification is visible at once.
            .toSorted((left, right) => Number(right.active) - Number(left.active))
          return (
            <>
              <p class="muted" role="status">
                {`${state} ${found.length} of ${all.length} match.`}
              </p>
              <Groups things={found} groupOf={({ active, group }) => (active ? 'Active' : group)}>
                {(deviation) => <Deviation key={deviation.name} deviation={deviation} onTurn={turn} />}
              </Groups>
            </>
          )
        }}
      </Loaded>
    </>
  )
}

interface DeviationProps {
  readonly deviation: ListedDeviation
  readonly onTurn: (name: string) => unknown
}

function Deviation({ deviation, onTurn }: DeviationProps): VNode {
  const { name, active, description, requirement, conventions } = deviation
  return (
    <li class="card">
      <Check isOn={active} onTurn={() => onTurn(name)}>
        <strong>{description}</strong> {active && <span class="badge bad">active</span>}
      </Check>
      <p class="muted under">
        <code>{name}</code> violates <code>{requirement}</code>
        {conventions && `; shows under ${JSON.stringify(conventions)}`}
      </p>
    </li>
  )
}
