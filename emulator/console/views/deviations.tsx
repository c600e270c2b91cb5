// The deviations of the emulator: deliberate violations of the specification, in every world.
import type { VNode } from 'preact'
import type { ListedDeviation } from '../../control/deviations.ts'
import { Switches } from '../kit/switches.tsx'

/** The view of deviations. */
export function DeviationsView(): VNode {
  return (
    <Switches
      title="Deviations"
      path="/deviations"
      clear="Deactivate all"
      state={({ length }) => (length === 0 ? 'The emulator keeps to the specification.' : `${length} active.`)}
      toSwitch={({ name, active: isOn, group, description: title, requirement, conventions }: ListedDeviation) => ({
        name,
        isOn,
        group,
        title,
        texts: [name, requirement],
        about: () => (
          <p class="muted under">
            <code>{name}</code> violates <code>{requirement}</code>
            {conventions && `; shows under ${JSON.stringify(conventions)}`}
          </p>
        ),
      })}
    />
  )
}
