import { expect, it } from 'vitest'
import { adviceFor, advised } from './advice.ts'
import { requirements } from './requirements.ts'

const judged = requirements.filter((requirement) => requirement.kind === 'stated' && requirement.excluded === undefined)

it('has advice for each requirement that can fail, and for no other', () => {
  expect(judged.filter(({ id }) => adviceFor(id) === undefined).map(({ id }) => id)).toEqual([])
  expect(advised.filter((id) => !judged.some((requirement) => requirement.id === id))).toEqual([])
})
