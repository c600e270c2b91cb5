// Runs every check against the right servers that right-servers.test.ts leaves out: none may be blamed.
import { it } from 'vitest'
import { allRightServers, expectNoBlame, share } from './expect-no-blame.ts'

for (const { theme, server } of allRightServers.filter((_server, index) => index % share !== 0))
  it(`blames nothing given ${theme}: ${server.name}`, () => expectNoBlame(server))
