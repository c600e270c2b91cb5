// Runs every check against every right server: none may be blamed, and most must be decided.
import { expect, it } from 'vitest'
import { resultLines, runKit } from '../../selftest/subject.ts'
import { usuallyDecided } from './right-server.ts'
import { rightServers } from './right-servers.ts'

const all = Object.entries(rightServers).flatMap(([theme, servers]) => servers.map((server) => ({ theme, server })))

it.each(all)('blames nothing given $theme: $server.name', async ({ server }) => {
  const { options = {}, close, ...subject } = await server.make()
  try {
    const result = await runKit(subject, options)
    expect(resultLines(result, 'fail', 'error')).toEqual([])
    const { blockedBy } = server
    expect(resultLines(result, 'blocked').filter((line) => !blockedBy?.test(line))).toEqual([])
    expect(resultLines(result, 'pass').length, resultLines(result, 'insufficientEvidence').join('\n')).toBeGreaterThan(
      (server.decided ?? usuallyDecided) - 1,
    )
  } finally {
    await close?.()
  }
})

it('gives each right server a name of its own', () => {
  expect(new Set(all.map(({ server }) => server.name)).size).toBe(all.length)
})
