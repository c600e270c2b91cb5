import { pathOf } from '../catalogue/operation-paths.ts'
import { operations } from '../catalogue/operations.ts'
import { because } from '../conclusions/cause.ts'
import { phrase } from '../conclusions/phrase.ts'
import { enough } from './gateway-refusals.ts'
import type { Subject } from './define-check.ts'
import { undecided } from '../conclusions/result.ts'
import type { CheckResult } from './result.ts'

/**
 * The outcome of a check, unless something in front of the API refused, such as a firewall: then the check is
 * undecided. A check that runs alone knows no other answers, so it asks for some.
 */
export async function unlessFromGateway(outcome: CheckResult, { session }: Subject): Promise<CheckResult> {
  const { usual, names } = session.run
  const at = outcome.verdict === 'fail' ? outcome.fact?.at : undefined
  if (!at) return outcome
  const asked = operations.filter(({ method, inPath }) => method === 'GET' && inPath === undefined)
  for (const { id } of usual.isUnsure(at) ? asked.slice(0, enough) : [])
    await session.fork().send({ path: pathOf(id, names), as: 'none', refusalStands: true })
  const reason = usual.notOf(at)
  if (!reason) return outcome
  const remark = phrase`the refusal evidently comes from before the API, as ${reason}`
  return undecided(outcome, 'insufficientEvidence', { cause: because.gateway, remark })
}
