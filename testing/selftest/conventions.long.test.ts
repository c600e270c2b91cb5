import { it } from 'vitest'
import { expectKnownUndecided, numbered } from './expect-known-undecided.ts'

for (const [number, combination] of numbered.filter(([number]) => number % 2 === 0))
  it(`blames nothing under convention combination ${number}, and leaves undecided what is known to be`, () =>
    expectKnownUndecided(combination))
