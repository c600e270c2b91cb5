import { defaultConventions, describeConventions } from '../../emulator/api/dialect/conventions.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { Random } from '../../emulator/tools/random.ts'

/** Values for the conventions that take any value. Those that depend on each other change together. */
const openValues: readonly (readonly Partial<Conventions>[])[] = [
  [{}, { accessTokenLifetime: 60 }],
  [{}, { accessTokensPath: '/1.13/access-tokens' }, { accessTokensPath: '/me/tokens' }],
  [{}, { stateCodeLifetime: 30 }],
  [
    {},
    { defaultLimit: 3, maximumLimit: 5 },
    { defaultLimit: 1, maximumLimit: 1 },
    { defaultLimit: 50, maximumLimit: 1000 },
  ],
  [{}, { mcpPath: '/ai/mcp' }],
  [{}, { environmentPrefix: 'evm_' }],
  [{}, { rateLimit: 1_000_000 }],
  [{}, { legacyPageSize: 7 }, { legacyPageSize: 43 }],
  [{}, { versions: ['1.13', '1.14'] }, { versions: ['2.0'] }],
  [{}, { bodyLimit: 4096 }],
]

function factors(): readonly (readonly Partial<Conventions>[])[] {
  const choices = describeConventions(defaultConventions).flatMap(({ name, alternatives, default: first }) =>
    Array.isArray(alternatives)
      ? [[first, ...(alternatives as unknown[])].map((value): Partial<Conventions> => ({ [name]: value }))]
      : [],
  )
  return [...choices, ...openValues]
}

/**
 * Combinations of conventions, the same every time and the defaults first. Any two values of two conventions meet in
 * at least one of them, as most faults take no more than two.
 * @param least The smallest number of combinations.
 */
export function conventionCombinations(least: number): readonly Partial<Conventions>[] {
  const values = factors()
  const random = new Random(30)
  const missing = new Set<string>()
  for (let left = 0; left < values.length; left++) {
    for (let right = left + 1; right < values.length; right++) {
      for (let a = 0; a < values[left]!.length; a++)
        for (let b = 0; b < values[right]!.length; b++) missing.add(pair(left, a, right, b))
    }
  }
  const rows: number[][] = []
  const take = (row: readonly number[]) => {
    rows.push([...row])
    for (let left = 0; left < row.length; left++)
      for (let right = left + 1; right < row.length; right++) missing.delete(pair(left, row[left]!, right, row[right]!))
  }
  take(values.map(() => 0))
  while (missing.size > 0 || rows.length < least) take(nextRow(values, missing, random))
  return rows.map(
    (row) =>
      Object.assign(
        {},
        ...row.map((value, factor) => (value === 0 ? {} : values[factor]![value]!)),
      ) as Partial<Conventions>,
  )
}

/** Starts with a pair that has not met yet, and gives every other factor the value that makes most new pairs meet. */
function nextRow(
  values: readonly (readonly unknown[])[],
  missing: ReadonlySet<string>,
  random: Random,
): readonly number[] {
  const row: (number | undefined)[] = values.map(() => undefined)
  const [first] = missing
  if (first !== undefined) {
    const [left, a, right, b] = first.split(',').map(Number) as [number, number, number, number]
    row[left] = a
    row[right] = b
  }
  for (let factor = 0; factor < values.length; factor++) {
    if (row[factor] !== undefined) continue
    const offset = random.below(values[factor]!.length)
    let best = { value: offset, gain: -1 }
    for (let step = 0; step < values[factor]!.length; step++) {
      const value = (offset + step) % values[factor]!.length
      const gain = row.filter(
        (other, index) =>
          other !== undefined &&
          missing.has(index < factor ? pair(index, other, factor, value) : pair(factor, value, index, other)),
      ).length
      if (gain > best.gain) best = { value, gain }
    }
    row[factor] = best.value
  }
  return row as number[]
}

function pair(left: number, a: number, right: number, b: number): string {
  return `${left},${a},${right},${b}`
}
