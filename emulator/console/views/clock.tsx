// The virtual clock of a world, and its credentials with their scopes and expiry.
import type { VNode } from 'preact'
import type { ClockReading } from '../../control/worlds.ts'
import { Credentials } from '../credentials/credentials.tsx'
import { Button } from '../kit/buttons.tsx'
import { SingleField } from '../kit/form.tsx'
import { Loaded, ViewHead } from '../kit/loaded.tsx'
import { useChange, useControl } from '../kit/use-control.ts'

const steps = [
  ['1 minute', '1m'],
  ['1 hour', '1h'],
  ['1 day', '1d'],
  ['7 days', '7d'],
  ['1 year', '365d'],
] as const

/** The view of the clock. */
export function ClockView(): VNode {
  const clock = useControl<ClockReading>('/clock', {}, (reading) => (reading?.frozen ? undefined : 1000))
  const change = useChange(clock.reload, 'The clock has moved.')
  const move = (body: Readonly<Record<string, unknown>>) => change.make('/clock', { method: 'POST', body })
  return (
    <>
      <ViewHead title="Clock and credentials" />
      <Loaded asked={clock} problem={change.problem}>
        {({ now, frozen }) => (
          <section class="card" aria-label="Virtual time">
            <p class="big mono">
              <time dateTime={now}>{now}</time>
            </p>
            <p class="muted">{frozen ? 'Frozen.' : 'Runs with real time.'} It only moves forward.</p>
            <div class="actions" role="group" aria-label="Advance the clock">
              {steps.map(([title, duration]) => (
                <Button key={duration} onClick={() => void move({ advance: duration })}>
                  + {title}
                </Button>
              ))}
              <Button onClick={() => void move({ frozen: !frozen })}>{frozen ? 'Unfreeze' : 'Freeze'}</Button>
            </div>
            <div class="filters">
              <SingleField
                label="Advance by (such as 90s or 1h30m)"
                submit="Advance"
                onText={(advance) => move({ advance })}
              />
              <SingleField label="Set to (such as 2027-01-31T12:00:00Z)" submit="Set" onText={(set) => move({ set })} />
            </div>
          </section>
        )}
      </Loaded>
      <Credentials now={clock.value?.now} />
    </>
  )
}
