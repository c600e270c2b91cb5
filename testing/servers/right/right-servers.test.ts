// Runs every check against some of the right servers: none may be blamed.
import { expect, it } from 'vitest'
import { allRightServers, expectNoBlame, share } from './expect-no-blame.ts'

for (const { theme, server } of allRightServers.filter((_server, index) => index % share === 0))
  it(`blames nothing given ${theme}: ${server.name}`, () => expectNoBlame(server))

it('gives each right server a name of its own', () => {
  expect(new Set(allRightServers.map(({ server }) => server.name)).size).toBe(allRightServers.length)
})
