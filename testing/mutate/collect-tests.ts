// Stands in for Vitest in the tests of the checks: it collects them, so that each can be run alone under a change.
export { expect } from 'vitest'

type Run = (...row: readonly never[]) => unknown

/** The tests of the file that was imported last. */
export const collected: (() => unknown)[] = []

/** Declares a test, or one for each row. */
interface Declare {
  (title: string, run: () => unknown): void
  readonly each: (rows: readonly unknown[]) => (title: string, run: Run) => void
  readonly skipIf: (condition: boolean) => (title: string, run: () => unknown) => void
}

function declare(_title: string, run: () => unknown): void {
  collected.push(run)
}

/** Declares tests, as Vitest's `it` does. */
export const it: Declare = Object.assign(declare, {
  skipIf: (condition: boolean) => (title: string, run: () => unknown) => {
    if (!condition) declare(title, run)
  },
  each: (rows: readonly unknown[]) => (_title: string, run: Run) => {
    for (const row of rows)
      collected.push(() => run(...((Array.isArray(row) ? row : [row]) as unknown as readonly never[])))
  },
})

/** A change is noticed or not: nothing is told of a test that fails. */
export function onTestFailed(): void {}
