import { it } from 'vitest'
import { everyDeviation } from '../faults/faults.ts'
import { selectPart } from '../sample.ts'
import { assertCaught } from './assert-caught.ts'

for (const deviation of selectPart(everyDeviation, 3)) {
  const { name, requirement, caughtBy } = deviation
  it(`catches ${name} by ${caughtBy} of ${requirement}`, async () => {
    await assertCaught(deviation, { only: [requirement] })
  })
}

for (const deviation of selectPart(everyDeviation, 6)) {
  it(`blames at most two requirements for ${deviation.name} in a whole run`, async () => {
    await assertCaught(deviation, {})
  })
}
