// Few rows that contain each pair of values, as most faults depend on at most two factors.
import { Random } from '../../emulator/tools/random.ts'

/**
 * Rows with a value for each factor, by its index; the first has the first value of each. Any two values of two factors
 * meet in at least one row. They are the same every time.
 * @param sizes How many values each factor has.
 * @param least The smallest number of rows.
 */
export function pairwiseRows(sizes: readonly number[], least: number, seed: number): readonly (readonly number[])[] {
  const random = new Random(seed)
  const missing = new Set<string>()
  for (let left = 0; left < sizes.length; left++) {
    for (let right = left + 1; right < sizes.length; right++) {
      for (let a = 0; a < sizes[left]!; a++)
        for (let b = 0; b < sizes[right]!; b++) missing.add(pair(left, a, right, b))
    }
  }
  const rows: number[][] = []
  const take = (row: readonly number[]) => {
    rows.push([...row])
    for (let left = 0; left < row.length; left++)
      for (let right = left + 1; right < row.length; right++) missing.delete(pair(left, row[left]!, right, row[right]!))
  }
  take(sizes.map(() => 0))
  while (missing.size > 0 || rows.length < least) take(nextRow(sizes, missing, random))
  return rows
}

/** Starts with a pair that has not met yet, and gives every other factor the value that makes most new pairs meet. */
function nextRow(sizes: readonly number[], missing: ReadonlySet<string>, random: Random): readonly number[] {
  const row: (number | undefined)[] = sizes.map(() => undefined)
  const [first] = missing
  if (first !== undefined) {
    const [left, a, right, b] = first.split(',').map(Number) as [number, number, number, number]
    row[left] = a
    row[right] = b
  }
  for (let factor = 0; factor < sizes.length; factor++) {
    if (row[factor] !== undefined) continue
    const offset = random.below(sizes[factor]!)
    let best = { value: offset, gain: -1 }
    for (let step = 0; step < sizes[factor]!; step++) {
      const value = (offset + step) % sizes[factor]!
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
