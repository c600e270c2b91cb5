import type { ListedScenario } from '../../control/scenarios.ts'

/** The name in the form of the control API, with the current number of the scenario. */
function nameOf({ name, setting }: ListedScenario): string {
  return setting && setting.playing !== null && setting.playing !== setting.default
    ? `${name}=${setting.playing}`
    : name
}

/** The names of the scenarios that play, without one of them. */
export function namesWithout(all: readonly ListedScenario[], name: string): readonly string[] {
  return all.filter((scenario) => scenario.playing && scenario.name !== name).map(nameOf)
}

/** The names of the playing scenarios, with one added. */
export function namesWith(all: readonly ListedScenario[], name: string, number?: number): readonly string[] {
  return [...namesWithout(all, name), number === undefined ? name : `${name}=${number}`]
}
