/** Runs something often enough to measure it. Returns the median of several rounds, in microseconds a run. */
export function microseconds(run: () => unknown, rounds = 15): number {
  let times = 1
  while (elapsed(run, times) < 2 && times < 1 << 20) times *= 2
  return median(Array.from({ length: rounds }, () => (elapsed(run, times) * 1000) / times))
}

/** Measures an asynchronous function in the same way. */
export async function microsecondsAsync(run: () => Promise<unknown>, times: number, rounds = 9): Promise<number> {
  const results: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    for (let count = 0; count < times; count++) await run()
    results.push(((performance.now() - start) * 1000) / times)
  }
  return median(results)
}

function elapsed(run: () => unknown, times: number): number {
  const start = performance.now()
  for (let count = 0; count < times; count++) run()
  return performance.now() - start
}

/** The result and the milliseconds of one run. */
export function milliseconds<Result>(run: () => Result): { readonly result: Result; readonly ms: number } {
  const start = performance.now()
  const result = run()
  return { result, ms: performance.now() - start }
}

export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)]!
}

/** Prints a table, its numbers with three significant digits. */
export function printTable(
  title: string,
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const cells = [headings, ...rows.map((row) => row.map((cell) => cellText(cell)))]
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  const lines = cells.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  '),
  )
  console.log(`\n${title}\n${lines.join('\n')}`)
}

/** The text of a table cell. */
export function cellText(value: string | number): string {
  if (typeof value === 'string') return value
  return value >= 1000 || Number.isInteger(value) ? String(Math.round(value)) : value.toPrecision(3)
}
