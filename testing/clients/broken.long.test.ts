import { expect, it } from 'vitest'
import { selectPart } from '../sample.ts'
import { brokenClients } from './broken/broken-clients.ts'
import { judgeBroken } from './judge-broken.ts'

it.each(
  selectPart(brokenClients, 10).map((broken) => [broken.name, broken.caughtBy ?? broken.requirement, broken] as const),
)('catches %s by %s', async (_name, _check, broken) => {
  const kill = await judgeBroken(broken)
  expect(kill.caughtBy, kill.remarks.join('\n')).toBeDefined()
  expect(kill.others.length, kill.remarks.join('\n')).toBeLessThanOrEqual(3)
  expect(kill.errors).toEqual([])
})
