// The conventions: how the emulator answers where the specification is silent.
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { ConventionDescription } from '../../api/dialect/conventions.ts'
import { ConventionCard, differsFromDefault } from '../conventions/convention-card.tsx'
import { SureButton } from '../kit/buttons.tsx'
import { Check } from '../kit/form.tsx'
import { Loaded, ViewHead } from '../kit/loaded.tsx'
import { useChange, useControl } from '../kit/use-control.ts'

/** The view of conventions. */
export function ConventionsView(): VNode {
  const asked = useControl<readonly ConventionDescription[]>('/conventions')
  const change = useChange(asked.reload)
  const [isOnlyChanged, setOnlyChanged] = useState(false)
  return (
    <>
      <ViewHead title="Conventions">
        <Check isOn={isOnlyChanged} onTurn={() => setOnlyChanged(!isOnlyChanged)}>
          Only what differs
        </Check>
        <SureButton
          label="Reset"
          sure="Reset all to those of the start"
          onSure={() => change.make('/conventions', { method: 'DELETE' })}
        />
      </ViewHead>
      <Loaded asked={asked} problem={change.problem}>
        {(all) => {
          const changed = all.filter(differsFromDefault)
          const others = isOnlyChanged ? [] : all.filter((convention) => !differsFromDefault(convention))
          return (
            <>
              <p class="muted" role="status">
                {changed.length === 0
                  ? 'Every convention has its default.'
                  : `${changed.length} differ from their defaults.`}
              </p>
              <ul class="plain list">
                {[...changed, ...others].map((convention) => (
                  <ConventionCard key={convention.name} convention={convention} onChanged={asked.reload} />
                ))}
              </ul>
            </>
          )
        }}
      </Loaded>
    </>
  )
}
