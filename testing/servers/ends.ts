// How checks end beside servers, as tables of tests.
import { expect, it } from 'vitest'
import type { CheckId } from '../../conformance/catalogue/check-ids.ts'
import { runKit } from '../conformance/subject.ts'
import type { RightSubject } from './right/right-server.ts'

/** Opens a server of a table. */
type Open<Server> = (server: Server) => RightSubject

/**
 * Tests that a check ends so beside a server.
 * @param rows `end` is what the verdict and the message begin with: `blocked: no page after`.
 */
export function itEnds<Server>(
  open: Open<Server>,
  rows: readonly (readonly [check: CheckId, end: string, situation: string, server: NoInfer<Server>])[],
): void {
  it.each(rows)('%s ends with "%s" given %s', async (check, end, _situation, server) => {
    const { options, ...subject } = open(server)
    const { results } = await runKit(subject, { ...options, only: [check] })
    const { verdict, message } = results.find((result) => result.check === check)!
    const ended = `${verdict}: ${message}`
    expect(ended.startsWith(end), ended).toBe(true)
  })
}

/**
 * Tests that checks blame nothing beside a server, and decide all but some of them.
 * @param only The ids of the checks, `*` for any characters.
 * @param rows `undecided` are the checks that find no evidence; by default there are none.
 */
export function checksBlameNothing<Server>(
  only: readonly string[],
  open: Open<Server>,
  rows: readonly (readonly [situation: string, server: NoInfer<Server>, undecided?: readonly CheckId[]])[],
): void {
  for (const [situation, server, undecided = []] of rows)
    it(`blames nothing of ${only.join(', ')} situation ${situation}`, async () => {
      const { options, ...subject } = open(server)
      const { results } = await runKit(subject, { ...options, only })
      const blamed = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error' || verdict === 'blocked')
      expect(blamed.map(({ check, verdict, message }) => `${check} ${verdict}: ${message}`)).toEqual([])
      const unseen = results.filter(({ verdict }) => verdict === 'insufficientEvidence')
      expect(unseen.map(({ check }) => check)).toEqual(undecided)
      expect(results.some(({ verdict }) => verdict === 'pass') || undecided.length > 0).toBe(true)
    })
}
