import type { RequirementId } from '../../conformance/catalogue/requirements.ts'
import { type Phrase, phrase } from '../../conformance/conclusions/phrase.ts'
import type { ActiveCheck, Check } from '../../conformance/judge/define-check.ts'
import type { RunResult } from '../../conformance/judge/result.ts'
import { type ConformanceOptions, runConformance } from '../../conformance/judge/run-conformance.ts'
import type { Session } from '../../conformance/judge/session.ts'
import type { FetchFunction } from '../../conformance/send/sender.ts'
import { FakeTime } from './fake-time.ts'

/** The requirement of every check here. */
export const requirement: RequirementId = 'ids.grammar'
const isPhrase = (value: unknown): value is Phrase => typeof value === 'object' && value !== null && 'words' in value

/** Checks of a small kit name each other, and none of the kit. */
interface Rest extends Partial<Omit<ActiveCheck, 'id' | 'run' | 'after'>> {
  readonly after?: readonly string[]
}
/** A check that does one thing. */
export const smallCheck = (
  id: string,
  run: (session: Session) => unknown = () => undefined,
  rest: Rest = {},
): Check => ({
  id,
  requirement,
  effect: 'read',
  description: id,
  ...(rest as Partial<ActiveCheck>),
  run: async (session) => {
    const remark = await run(session)
    return typeof remark === 'string' ? phrase`${remark}` : isPhrase(remark) ? remark : undefined
  },
})

/** A target whose paths are its own: the address that the kit makes up always gets 404. */
export const knowingPaths =
  (fetch: FetchFunction): FetchFunction =>
  (request) =>
    /\/nothing-conformance-[\w-]+$/.test(request.url)
      ? Promise.resolve(new Response(null, { status: 404 }))
      : fetch(request)

const answerEmptyObject = async () => new Response('{}', { headers: { 'content-type': 'application/json' } })
/** Runs checks against a target that answers everything with an empty object. */
export const runSmallKit = (
  checks: readonly Check[],
  { fetch = answerEmptyObject, ...options }: Partial<ConformanceOptions> = {},
): Promise<RunResult> =>
  runConformance({
    target: { baseUrl: 'http://target.test' },
    checks,
    fetch: knowingPaths(fetch),
    time: new FakeTime(),
    ...options,
  })
/** One line for each result. */
export const lines = ({ results }: RunResult): readonly string[] =>
  results.map(({ check: id, verdict, message }) => `${id} ${verdict}${message === '' ? '' : `: ${message}`}`)
