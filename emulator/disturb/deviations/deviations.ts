import { EmulatorError } from '../../tools/emulator-error.ts'
import { didYouMean } from '../../tools/nearest.ts'
import type { Deviation } from './deviation.ts'
import { late } from './late.ts'
import type { ShippedDeviation } from './shipped.ts'

/** Every shipped deviation. */
export const shippedDeviations = (): readonly ShippedDeviation[] => late.deviations().deviations

/** Returns the deviation with a name. @throws EmulatorError `unknown_deviation` that suggests the nearest. */
export function deviationNamed(name: string): Deviation {
  const deviations = shippedDeviations()
  const found = deviations.find((deviation) => deviation.name === name)
  if (found) return found
  const names = deviations.map((deviation) => deviation.name)
  const unknown = `There is no deviation ${JSON.stringify(name.slice(0, 100))}${didYouMean(name, names)}`
  throw new EmulatorError('unknown_deviation', `${unknown} \`emulator list deviations\` shows all ${names.length}.`)
}
