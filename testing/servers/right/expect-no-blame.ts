import { expect } from 'vitest'
import { resultLines, runKit } from '../../selftest/subject.ts'
import { type RightServer, usuallyDecided } from './right-server.ts'
import { rightServers } from './right-servers.ts'

/** Every right server, with its theme. */
export const allRightServers: readonly { readonly theme: string; readonly server: RightServer }[] = Object.entries(
  rightServers,
).flatMap(([theme, servers]) => servers.map((server) => ({ theme, server })))

/** Of so many right servers one is run by `npm test`; `npm run test:long` runs the others. */
export const share = 16

/** Runs every check against a right server: it may not be blamed, and most must be decided. */
export async function expectNoBlame({ make, decided = usuallyDecided, blockedBy }: RightServer): Promise<void> {
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
