import { assertListOption } from '../../tools/assert-members.ts'
import type { Middleware } from '../../model/contract/request-context.ts'
import { EmulatorError } from '../../tools/emulator-error.ts'
import { didYouMean } from '../../tools/nearest.ts'
import { connections } from './connections.ts'
import { errorBodyScenarios } from './error-bodies.ts'
import { linkForms } from './link-forms.ts'
import { listChanges } from './list-changes.ts'
import { members } from './members.ts'
import { otherClients } from './other-clients.ts'
import type { ScenarioGroup, ScenarioRow } from './scenario.ts'
import { tokenExpiry } from './token-expiry.ts'
import { tryAgain } from './try-again.ts'

/** The groups, in the order in which lists have them. */
const groups = [
  tokenExpiry,
  listChanges,
  linkForms,
  members,
  errorBodyScenarios,
  tryAgain,
  connections,
  otherClients,
] as const

type Rows = (typeof groups)[number]['scenarios']
type NamesIn<Some> = Some extends unknown ? keyof Some & string : never
type NumberedIn<Some> = Some extends unknown
  ? { [Name in keyof Some & string]: Some[Name] extends { setting: object } ? Name : never }[keyof Some & string]
  : never

/** The name of a scenario, without a number. */
export type BareScenarioName = NamesIn<Rows>

/** The name of a scenario, followed by `=` and its number if it takes one. */
export type ScenarioName = BareScenarioName | `${NumberedIn<Rows>}=${number}`

/** A scenario with its name. */
export interface Scenario extends ScenarioRow {
  /** A literal in kebab-case that grep finds. */
  readonly name: BareScenarioName
  /** The title of its group. */
  readonly group: string
}

/** Every scenario, by groups. */
export const scenarios: readonly Scenario[] = groups.flatMap(({ title, scenarios: rows }: ScenarioGroup) =>
  Object.entries(rows).map(([name, row]) => ({ ...row, name: name as BareScenarioName, group: title })),
)

/** Their names. */
export const scenarioNames: readonly ScenarioName[] = scenarios.map(({ name }) => name)

/** A scenario with the number that it is played with. */
interface ChosenScenario {
  readonly scenario: Scenario
  /** 1 for a scenario that takes no number. */
  readonly setting: number
  /** The name, with the number if it is not the default. */
  readonly name: ScenarioName
}

/** A scenario that is playing. */
interface ActiveScenario extends ChosenScenario {
  readonly step: Middleware
}

/** Called with the names of the playing scenarios, and with the only one that begins while others continue. */
type ScenariosListener = (names: readonly ScenarioName[]) => void

/** The scenarios that are playing in a world. */
export class Scenarios {
  readonly #initial: readonly ScenarioName[]
  /** By name without a number: each scenario plays once. */
  #playing = new Map<string, ActiveScenario>()
  /** Called after each change by a caller. */
  readonly #onChange: ScenariosListener | undefined

  /** @throws EmulatorError `unknown_scenario`. @internal */
  constructor(initial: readonly ScenarioName[] = [], onChange?: ScenariosListener) {
    this.#initial = initial
    this.reset()
    this.#onChange = onChange
  }

  /** The scenarios of a new world. @internal */
  get initial(): readonly ScenarioName[] {
    return this.#initial
  }

  /** The names of the playing scenarios, with their numbers, in the order in which they started. */
  get names(): readonly ScenarioName[] {
    return [...this.#playing.values()].map(({ name }) => name)
  }

  /** Their steps on the way of a request, outermost first: that of the last scenario. @internal */
  get steps(): readonly Middleware[] {
    return [...this.#playing.values()].map(({ step }) => step).toReversed()
  }

  /** Returns true if no scenario is playing. */
  get isEmpty(): boolean {
    return this.#playing.size === 0
  }

  /** Returns true if paths are also served with their trailing slash added or removed. @internal */
  get serveEitherSlash(): boolean {
    return [...this.#playing.values()].some(({ scenario }) => scenario.servesEitherSlash)
  }

  /** Returns true if a scenario plays, with any number. @internal */
  isPlaying({ name }: Scenario): boolean {
    return this.#playing.has(name)
  }

  /** The number that a scenario plays with; undefined when it does not play, or takes none. @internal */
  settingOf({ name, setting }: Scenario): number | undefined {
    return setting && this.#playing.get(name)?.setting
  }

  /**
   * Starts a scenario, again if it is playing. A name may end in `=N` if the scenario takes a number.
   * @throws EmulatorError `unknown_scenario` that suggests the nearest.
   */
  add(name: ScenarioName): void {
    const playing = beginScenario(name)
    this.#playing.set(playing.scenario.name, playing)
    this.#onChange?.(this.names)
  }

  /** Starts these scenarios and ends all others. @throws EmulatorError `unknown_scenario`; then nothing changes. */
  set(names: readonly ScenarioName[]): void {
    assertListOption('scenarios', names)
    const all = names.map(beginScenario)
    this.#playing = new Map(all.map((playing) => [playing.scenario.name, playing]))
    this.#onChange?.(this.names)
  }

  /** Ends all scenarios. */
  clear(): void {
    this.#playing.clear()
    this.#onChange?.([])
  }

  /** Restarts the scenarios of a new world. */
  reset(): void {
    this.set(this.#initial)
  }
}

function beginScenario(name: string): ActiveScenario {
  const chosen = scenarioNamed(name)
  return { ...chosen, step: chosen.scenario.begin(chosen.setting) }
}

/**
 * Finds a scenario by its name, which may end in `=N`.
 * @throws EmulatorError `unknown_scenario` that suggests the nearest name, or says which numbers the scenario takes.
 */
export function scenarioNamed(text: string): ChosenScenario {
  if (typeof text !== 'string') throw unknownScenarioError(text, '')
  const [, title = text, number] = /^([^=]*)=(.*)$/s.exec(text) ?? []
  const scenario = scenarios.find(({ name }) => name === title)
  if (!scenario) throw unknownScenarioError(text, title)
  const { name, setting } = scenario
  if (number === undefined) return { scenario, setting: setting?.default ?? 1, name }
  if (!setting)
    throw new EmulatorError(
      'unknown_scenario',
      `The scenario ${name} takes no number; got ${quoteName(text)}. Leave out the equals sign and the rest.`,
    )
  const value = /^[1-9]\d{0,8}$/.test(number) ? Number(number) : 0
  if (value < 1 || value > setting.most)
    throw new EmulatorError(
      'unknown_scenario',
      `${name}=N takes a whole number from 1 to ${setting.most}, the ${setting.meaning}; got ${quoteName(text)}.`,
    )
  return { scenario, setting: value, name: (value === setting.default ? name : `${name}=${value}`) as ScenarioName }
}

/** The description of a scenario, which may be named with its number. */
export const scenarioSentence = (name: string): string => scenarioNamed(name).scenario.description

function unknownScenarioError(text: unknown, title: string): EmulatorError {
  return new EmulatorError(
    'unknown_scenario',
    `There is no scenario ${quoteName(text)}${didYouMean(title, scenarioNames)} \`emulator list scenarios\` shows all ${scenarioNames.length}.`,
  )
}

const quoteName = (text: unknown): string =>
  JSON.stringify(typeof text === 'string' ? text.slice(0, 100) : text) ?? 'undefined'
