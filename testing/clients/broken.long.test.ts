import { expect, it } from 'vitest'
import { brokenClients } from './broken/broken-clients.ts'
import { judgeBroken } from './judge-broken.ts'
import { judgeRacing, racingClients } from './racing/racing-clients.ts'

it.each(brokenClients.map((broken) => [broken.name, broken.caughtBy ?? broken.requirement, broken] as const))(
  'catches %s by %s',
  async (_name, _check, broken) => {
    const kill = await judgeBroken(broken)
    expect(kill.caughtBy, kill.remarks.join('\n')).toBeDefined()
    expect(kill.others.length, kill.remarks.join('\n')).toBeLessThanOrEqual(3)
    expect(kill.errors).toEqual([])
  },
)

it.each(racingClients.map((racing) => [racing.name, racing.requirement, racing] as const))(
  'catches %s by %s, in some order of its requests',
  async (_name, _requirement, racing) => {
    const kill = await judgeRacing(racing)
    expect(kill).toMatchObject({ caughtBy: expect.any(String), others: [] })
  },
)

it('has sixty broken clients and more, each with a name of its own', () => {
  expect(brokenClients.length).toBeGreaterThanOrEqual(60)
  expect(new Set(brokenClients.map(({ name }) => name)).size).toBe(brokenClients.length)
})
