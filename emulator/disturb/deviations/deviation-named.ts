import { EmulatorError } from '../../tools/emulator-error.ts'
import { candidatesFor, suggestion } from '../../tools/nearest.ts'
import type { Deviation } from './define-deviation.ts'
import { deviations } from './deviations.ts'

/** Returns the deviation with a name. @throws EmulatorError `unknown_deviation` that suggests the nearest. */
export function deviationNamed(name: string): Deviation {
  const found = deviations.find((deviation) => deviation.name === name)
  if (found) return found
  const names = deviations.map((deviation) => deviation.name)
  const alike = candidatesFor(name, names)
  const guess = alike.length > 0 ? alike : withMostWordsOf(name, names)
  const unknown = `There is no deviation ${JSON.stringify(name.slice(0, 100))}${suggestion(guess)}`
  throw new EmulatorError('unknown_deviation', `${unknown} \`emulator list deviations\` shows all ${names.length}.`)
}

/** The candidate that shares the most letters of whole words with a name; undefined where that is less than three. */
function withMostWordsOf(name: string, candidates: readonly string[]): string | undefined {
  const words = new Set(name.slice(0, 200).toLowerCase().split('-'))
  let best: { readonly candidate: string | undefined; readonly shared: number } = { candidate: undefined, shared: 2 }
  for (const candidate of candidates) {
    const common = candidate.split('-').filter((word) => words.has(word))
    const shared = [...new Set(common)].reduce((sum, word) => sum + word.length, 0)
    if (shared > best.shared) best = { candidate, shared }
  }
  return best.candidate
}
