import type { RequirementId } from '../../conformance/catalogue/requirements.ts'
import { type Check, defineCheck } from '../../conformance/run/define-check.ts'
import type { RunResult } from '../../conformance/run/result.ts'
import { type ConformanceOptions, runConformance } from '../../conformance/run/run-conformance.ts'
import type { Session } from '../../conformance/run/session.ts'
import type { FetchFunction } from '../../conformance/wire/sender.ts'
import { FakeTime } from './fake-time.ts'

/** The requirement of every check here. */
export const requirement: RequirementId = 'ids.grammar'
type Rest = Partial<Omit<Extract<Check, { effect: unknown }>, 'id' | 'run'>>
/** A check that does one thing. */
export const check = (id: string, run: (session: Session) => unknown = () => undefined, rest: Rest = {}): Check =>
  defineCheck({
    id,
    requirement,
    effect: 'read',
    description: id,
    ...rest,
    run: async (session) => {
      const remark = await run(session)
      return typeof remark === 'string' ? remark : undefined
    },
  })

/** A target whose paths are its own: the address that the kit makes up gets 404, whatever else is answered. */
export const knowingPaths =
  (fetch: FetchFunction): FetchFunction =>
  (request) =>
    /\/nothing-conformance-[\w-]+$/.test(request.url)
      ? Promise.resolve(new Response(null, { status: 404 }))
      : fetch(request)

const answering = async () => new Response('{}', { headers: { 'content-type': 'application/json' } })
/** Runs checks against a target that answers everything with an empty object. */
export const run = (
  checks: readonly Check[],
  { fetch = answering, ...options }: Partial<ConformanceOptions> = {},
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
