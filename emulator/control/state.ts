// The differences of a world from its start, and the way back to normal.
import { type Static, Type } from 'typebox'
import type { Conventions } from '../model/contract/conventions.ts'
import type { DeepReadonly } from '../tools/deep-readonly.ts'
import { type ControlContext, type ControlEndpoint, defineControl } from './define-control.ts'
import { clockState } from './worlds.ts'

const Changed = Type.Object(
  { name: Type.String(), value: Type.Unknown(), start: Type.Unknown() },
  { additionalProperties: false },
)

const StateSchema = Type.Object(
  {
    isNormal: Type.Boolean({ description: 'Whether nothing below differs from the start.' }),
    clock: Type.Object(
      {
        now: Type.String({ format: 'date-time' }),
        frozen: Type.Boolean(),
        startedFrozen: Type.Boolean(),
        aheadSeconds: Type.Number({
          description: 'The difference from an undisturbed clock, in seconds.',
        }),
      },
      { additionalProperties: false },
    ),
    faults: Type.Integer({ description: 'The number of pending faults of this world.' }),
    scenarios: Type.Array(Type.String(), { description: 'The scenarios that play in this world.' }),
    deviations: Type.Array(Type.String(), { description: 'The active deviations.' }),
    conventions: Type.Array(Changed, { description: 'The conventions whose value differs from the start.' }),
  },
  { title: 'State', additionalProperties: false },
)

/** The differences of a world from its start, as the control API shows them. */
export type State = DeepReadonly<Static<typeof StateSchema>>

/** Virtual time continues between requests, so smaller differences are ignored. */
const leastSeconds = 2

function readState({ emulator, world, initialConventions }: ControlContext): State {
  const { now, frozen } = clockState(world)
  const { startsFrozen: startedFrozen, clockAhead } = world
  const ahead = Math.round(clockAhead / 1000)
  const aheadSeconds = Math.abs(ahead) < leastSeconds ? 0 : ahead
  const faults = world.faults.pending.length
  const scenarios = [...world.scenarios.names]
  const deviations = [...emulator.deviations.names]
  const conventions = Object.entries(emulator.conventions).flatMap(([name, value]) => {
    const start = initialConventions[name as keyof Conventions]
    return JSON.stringify(value) === JSON.stringify(start) ? [] : [{ name, value: value as unknown, start }]
  })
  const changes = faults + scenarios.length + deviations.length + conventions.length
  return {
    isNormal: changes === 0 && aheadSeconds === 0 && frozen === startedFrozen,
    clock: { now, frozen, startedFrozen, aheadSeconds },
    faults,
    scenarios,
    deviations,
    conventions,
  }
}

/** Shows the differences from the start, and undoes them. */
export const stateEndpoints: readonly ControlEndpoint[] = [
  defineControl({
    id: 'state.read',
    method: 'GET',
    path: '/state',
    summary:
      "Shows what has changed in the request's world and in the emulator since the start: clock, faults, and so on.",
    answers: [{ status: 200, description: 'The differences.', schema: StateSchema }],
    handle: (context) => ({ body: readState(context) }),
  }),
  defineControl({
    id: 'state.reset',
    method: 'DELETE',
    path: '/state',
    summary:
      "Restores normal behaviour: ends the faults and scenarios of the request's world and all deviations, resets the conventions, and freezes or unfreezes the clock as at the start. Data, credentials, the journal and the time stay: POST /_emulator/reset resets data and time.",
    answers: [{ status: 200, description: 'The remaining differences: none, or the time.', schema: StateSchema }],
    handle: (context) => {
      const { emulator, world, initialConventions } = context
      world.faults.clear()
      world.scenarios.clear()
      emulator.deviations.clear()
      // Unchanged conventions are not set again: the judgement of a watched client depends on them.
      if (readState(context).conventions.length > 0) emulator.setConventions(initialConventions)
      if (world.startsFrozen) world.clock.freeze()
      else world.clock.unfreeze()
      return { body: readState(context) }
    },
  }),
]
