import { defineDeviation, type Deviation, type FetchWrapper } from './define-deviation.ts'

/** Answers some requests without asking further. */
function instead(applies: (request: Request) => boolean, answer: () => Response): FetchWrapper {
  return (next) => async (request) => (applies(request) ? answer() : next(request))
}

/** Sends successful answers with another Content-Type, or another body. */
function otherwise(
  applies: (path: string) => boolean,
  type: string | undefined,
  change: (text: string) => string = (text) => text,
): FetchWrapper {
  return (next) => async (request) => {
    const response = await next(request.clone())
    if (!applies(new URL(request.url).pathname) || response.status !== 200 || request.method === 'OPTIONS')
      return response
    const headers = new Headers(response.headers)
    if (type === undefined) headers.delete('content-type')
    else headers.set('content-type', type)
    const body = new TextEncoder().encode(change(await response.text()))
    return new Response(body, { status: 200, headers })
  }
}

const isOptions = (request: Request) => request.method === 'OPTIONS'
const lists = (path: string) => /\/(?:environments|resources|products)$/.test(path)

/** Violations of clause 4 by any endpoint. */
export const httpDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'json-as-text',
    requirement: 'http.json',
    caughtBy: 'http.json.everywhere',
    description: 'The lists of clause 4.4 answer JSON as text/plain.',
    wrap: otherwise(lists, 'text/plain; charset=utf-8'),
  }),
  defineDeviation({
    name: 'json-as-html',
    requirement: 'http.json',
    caughtBy: 'http.json.everywhere',
    description: 'The environments answer JSON as text/html.',
    wrap: otherwise((path) => path.endsWith('/environments'), 'text/html'),
  }),
  defineDeviation({
    name: 'json-without-type',
    requirement: 'http.json',
    caughtBy: 'http.json.everywhere',
    description: 'Results of commands come without a Content-Type.',
    wrap: otherwise((path) => path.includes('/services/') && !path.endsWith('/capabilities'), undefined),
  }),
  defineDeviation({
    name: 'refusals-as-text',
    requirement: 'http.json',
    caughtBy: 'http.json.everywhere',
    description: 'A 400 is told in plain text.',
    wrap: (next) => async (request) => {
      const response = await next(request)
      return response.status === 400
        ? new Response('Bad Request', { status: 400, headers: { 'content-type': 'text/plain' } })
        : response
    },
  }),
  defineDeviation({
    name: 'options-like-get',
    requirement: 'http.options',
    caughtBy: 'http.options.environments',
    description: 'OPTIONS answers what GET does.',
    wrap: (next) => async (request) => {
      if (!isOptions(request)) return next(request)
      const { status, body } = await next(new Request(request.url, { headers: request.headers }))
      return new Response(body, { status, headers: { 'content-type': 'application/json' } })
    },
  }),
  defineDeviation({
    name: 'options-405',
    requirement: 'http.options',
    caughtBy: 'http.options.environments',
    description: 'OPTIONS answers 405.',
    wrap: instead(isOptions, () => new Response(null, { status: 405, headers: { allow: 'GET' } })),
  }),
  defineDeviation({
    name: 'options-empty',
    requirement: 'http.options',
    caughtBy: 'http.options.environments',
    description: 'OPTIONS answers 204 and tells nothing.',
    wrap: instead(isOptions, () => new Response(null, { status: 204 })),
  }),
  defineDeviation({
    name: 'options-of-legacy-root-empty',
    requirement: 'http.options',
    caughtBy: 'http.options.legacy-root',
    description: 'OPTIONS on /0/ answers an empty object.',
    wrap: instead(
      (request) => isOptions(request) && request.url.endsWith('/0/'),
      () => Response.json({}),
    ),
  }),
  defineDeviation({
    name: 'options-of-groups-404',
    requirement: 'http.options',
    caughtBy: 'http.options.legacy-groups',
    description: 'OPTIONS on the groups answers 404.',
    wrap: instead(
      (request) => isOptions(request) && request.url.includes('/groups/'),
      () => Response.json({ error: { code: 'not_found' } }, { status: 404 }),
    ),
  }),
]
