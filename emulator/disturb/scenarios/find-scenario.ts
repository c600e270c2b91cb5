import { EmulatorError } from '../../tools/emulator-error.ts'
import { didYouMean } from '../../tools/nearest.ts'
import type { Scenario } from './scenario.ts'
import type { ScenarioName } from './scenario-names.ts'

/** A scenario with the number that it is played with. */
export interface ChosenScenario {
  readonly scenario: Scenario
  /** 1 for a scenario that takes no number. */
  readonly setting: number
  /** The name, with the number where it is not the default. */
  readonly name: ScenarioName
}

/**
 * Finds a scenario by its name, which may end in `=N`.
 * @throws EmulatorError `unknown_scenario` that suggests the nearest name, or says which numbers the scenario takes.
 */
export function findScenario(given: string, scenarios: readonly Scenario[]): ChosenScenario {
  const [, title = given, number] = /^([^=]*)=(.*)$/s.exec(given) ?? []
  const scenario = scenarios.find(({ name }) => name === title)
  if (!scenario) throw unknown(given, title, scenarios)
  const { name, setting } = scenario
  if (number === undefined) return { scenario, setting: setting?.default ?? 1, name: name as ScenarioName }
  if (!setting)
    throw new EmulatorError(
      'unknown_scenario',
      `The scenario ${name} takes no number; got ${shownName(given)}. Leave out the equals sign and the rest.`,
    )
  const value = /^[1-9]\d{0,8}$/.test(number) ? Number(number) : 0
  if (value < 1 || value > setting.most)
    throw new EmulatorError(
      'unknown_scenario',
      `${name}=N takes a whole number from 1 to ${setting.most}, the ${setting.meaning}; got ${shownName(given)}.`,
    )
  return { scenario, setting: value, name: (value === setting.default ? name : `${name}=${value}`) as ScenarioName }
}

function unknown(given: string, title: string, scenarios: readonly Scenario[]): EmulatorError {
  const names = scenarios.map(({ name }) => name)
  return new EmulatorError(
    'unknown_scenario',
    `There is no scenario ${shownName(given)}${didYouMean(title, names)} The scenarios are: ${names.join(', ')}.`,
  )
}

const shownName = (given: string): string => JSON.stringify(given.slice(0, 100))
