import { expect, it } from 'vitest'
import { runWithHostileValues } from './hostile-values.ts'
import { resultLines } from './subject.ts'

it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 19, 24, 30, 123, 138, 366, 388, 451, 452])(
  'ends in no error of the kit, whatever values stand in answers: seed %i',
  async (seed) => {
    expect(resultLines(await runWithHostileValues(seed, 20), 'error')).toEqual([])
  },
)
