import type { Conventions } from '../../emulator/model/contract/conventions.ts'

/**
 * Chooses few combinations in which every value of every convention comes at least once that comes in any of them. It
 * is the same choice every time: always the combination with the most values that are still missing.
 * @returns their places in the list.
 */
export function coveringPlaces(combinations: readonly Partial<Conventions>[]): readonly number[] {
  const names = [...new Set(combinations.flatMap((combination) => Object.keys(combination)))]
  const values = combinations.map((combination) =>
    names.map((name) => `${name}=${JSON.stringify(combination[name as keyof Conventions])}`),
  )
  const missing = new Set(values.flat())
  const chosen: number[] = []
  while (missing.size > 0) {
    const gains = values.map((ofRow) => ofRow.filter((value) => missing.has(value)).length)
    const best = gains.indexOf(Math.max(...gains))
    chosen.push(best)
    for (const value of values[best]!) missing.delete(value)
  }
  return chosen
}
