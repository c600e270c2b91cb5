import { defaultConventions, withConventions } from '../../../emulator/api/dialect/conventions.ts'
import { EmulatorError } from '../../../emulator/tools/emulator-error.ts'
import { namedPlaces, valueAt } from '../../../conformance/learn/value-at.ts'
import {
  type ConventionName,
  conventionNames,
  type Observation,
  twinValue,
} from '../../../conformance/learn/observation.ts'

type Observations = Readonly<Record<ConventionName, Observation>>

/**
 * Marks observations as unrepresentable if the emulator refuses their value, such as a member that the specification
 * defines differently, or a status that clients never see unchanged.
 */
export function markInexpressible(observations: Observations): Observations {
  const [usual, largest] = [twinValue(observations.defaultLimit), twinValue(observations.maximumLimit)]
  return Object.fromEntries(
    conventionNames.map((name) => {
      const observation = observations[name]
      // A service whose default pages are larger than its maximum limit has no page size that a twin could use.
      if (
        name === 'defaultLimit' &&
        namedPlaces(usual, largest).some((place) => Number(valueAt(usual, place)) > Number(valueAt(largest, place)))
      )
        return [name, { state: 'conflict', values: [usual, largest], seenIn: observation.seenIn }]
      const value = twinValue(observation)
      const refusal = value === undefined ? undefined : whyRefused(name, value)
      if (refusal === undefined) return [name, observation]
      if (observation.state === 'unobservable') {
        const { nearest: _refused, ...rest } = observation
        return [name, rest]
      }
      return [name, { state: 'unrepresentable', differs: [refusal], seenIn: observation.seenIn }]
    }),
  ) as Observations
}

/** Why the emulator refuses a value; undefined if it accepts the value. */
function whyRefused(name: ConventionName, value: unknown): string | undefined {
  // The two limits are validated together.
  const beside = name === 'defaultLimit' ? { maximumLimit: value } : {}
  const before = name === 'maximumLimit' ? { defaultLimit: value } : {}
  try {
    withConventions(defaultConventions, { ...beside, ...before, [name]: value })
    return undefined
  } catch (error) {
    if (error instanceof EmulatorError) return error.message
    throw error
  }
}
