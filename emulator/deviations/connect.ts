import { defineDeviation, type Deviation, type FetchLike, type FetchWrapper, rewriteJson } from './define-deviation.ts'

const isPrepare = (request: Request) =>
  request.method === 'POST' && /\/app\/[^/]+\/prepare-connect$/.test(new URL(request.url).pathname)
const isConnect = (request: Request) =>
  request.method === 'GET' && /\/app\/[^/]+\/connect$/.test(new URL(request.url).pathname)

/** Answers otherwise where the flow goes on. */
function insteadOf(applies: (request: Request) => boolean, answer: () => Response): FetchWrapper {
  return (next) => async (request) => {
    const response = await next(request.clone())
    return applies(request) && response.status < 400 ? answer() : response
  }
}

/** A code that was never given, or none, gets the page that the last good one got. */
const anyCode = (isTaken: (code: string | null) => boolean) =>
  function anyCodeOf(next: FetchLike): FetchLike {
    let last: Response | undefined
    return async (request) => {
      const response = await next(request.clone())
      if (!isConnect(request)) return response
      if (response.status < 400) last = response.clone()
      return response.status >= 400 && last && isTaken(new URL(request.url).searchParams.get('prepare_state'))
        ? last.clone()
        : response
    }
  }

/** Violations of clauses 4.3 and 5.7. */
export const connectDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'prepare-connect-without-code',
    requirement: 'connect.prepare',
    caughtBy: 'connect.prepare.code',
    description: 'prepare-connect answers no state code.',
    wrap: rewriteJson(
      (request, { status }) => isPrepare(request) && status === 200,
      () => ({ expires_in: 600 }),
    ),
  }),
  defineDeviation({
    name: 'prepare-connect-empty',
    requirement: 'connect.prepare',
    caughtBy: 'connect.prepare.code',
    description: 'prepare-connect answers 204.',
    wrap: insteadOf(isPrepare, () => new Response(null, { status: 204 })),
  }),
  defineDeviation({
    name: 'prepare-connect-404',
    requirement: 'connect.prepare',
    caughtBy: 'connect.prepare.code',
    description: 'prepare-connect is not served.',
    wrap: insteadOf(isPrepare, () => Response.json({ error: { code: 'unknown_endpoint' } }, { status: 404 })),
  }),
  defineDeviation({
    name: 'connect-asks-for-bearer',
    requirement: 'connect.browser',
    caughtBy: 'connect.browser.page',
    description: 'GET connect asks the browser for a Bearer token.',
    wrap: (next) => async (request) =>
      isConnect(request) && !request.headers.has('authorization')
        ? Response.json(
            { error: { code: 'unauthenticated' } },
            { status: 401, headers: { 'www-authenticate': 'Bearer' } },
          )
        : next(request),
  }),
  defineDeviation({
    name: 'connect-refuses-good-codes',
    requirement: 'connect.browser',
    caughtBy: 'connect.browser.page',
    description: 'GET connect does not know the codes of prepare-connect.',
    wrap: insteadOf(
      isConnect,
      () => new Response('<!doctype html><p>Unknown code', { status: 400, headers: { 'content-type': 'text/html' } }),
    ),
  }),
  defineDeviation({
    name: 'connect-completes-any-code',
    requirement: 'connect.code-verified',
    caughtBy: 'connect.code-verified.made-up',
    conventions: { connectFlow: 'immediate' },
    description: 'A code that was never given completes a connection.',
    wrap: anyCode((code) => code !== null),
  }),
  defineDeviation({
    name: 'connect-completes-without-a-code',
    requirement: 'connect.code-verified',
    caughtBy: 'connect.code-verified.none',
    conventions: { connectFlow: 'immediate' },
    description: 'Without a code a connection is completed.',
    wrap: anyCode((code) => code === null),
  }),
]
