// Runs every check against every right server: none may be blamed, and most must be decided.
import { expect, it } from 'vitest'
import { resultLines, runKit } from '../../selftest/subject.ts'
import { type RightServer, usuallyDecided } from './right-server.ts'
import { rightServers } from './right-servers.ts'

async function expectNoBlame({ make, decided = usuallyDecided, blockedBy }: RightServer): Promise<void> {
  const { options = {}, close, ...subject } = await make()
  try {
    const result = await runKit(subject, options)
    expect(resultLines(result, 'fail', 'error')).toEqual([])
    expect(resultLines(result, 'blocked').filter((line) => !blockedBy?.test(line))).toEqual([])
    const undecided = resultLines(result, 'insufficientEvidence').join('\n')
    expect(resultLines(result, 'pass').length, undecided).toBeGreaterThanOrEqual(decided)
  } finally {
    await close?.()
  }
}

const all = Object.entries(rightServers).flatMap(([theme, servers]) => servers.map((server) => ({ theme, server })))

for (const { theme, server } of all) {
  const { name } = server
  it(`blames nothing given ${theme}: ${name}`, () => expectNoBlame(server))
}

it('gives each right server a name of its own', () => {
  expect(new Set(all.map(({ server }) => server.name)).size).toBe(all.length)
})
