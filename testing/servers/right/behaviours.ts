// Right servers that behave otherwise where SPEC.md is silent.
import type { RightServer } from './right-server.ts'
import { type Choices, openService } from './service/open-service.ts'
import { json } from './service/usual-policy.ts'

type Between = NonNullable<Choices['fault']>

const behaving = (name: string, description: string, choices: Choices, decided?: number): RightServer => ({
  name,
  description,
  make: () => openService(choices, { withHooks: true }),
  ...(decided === undefined ? {} : { decided }),
})

/** Changes the answers to requests whose method and path match. */
const answering =
  (pattern: RegExp, change: (response: Response, request: Request) => Response | Promise<Response>): Between =>
  async (request, next) => {
    const response = await next(request.clone())
    const { pathname } = new URL(request.url)
    return pattern.test(`${request.method} ${pathname}`) ? change(response, request) : response
  }

const listPaths = /^GET (?:\/1\.13\/pulse\/catalogs\/[^/]+\/products|\/0\/.*\/(?:groups|events)\/)$/

/** Two entries that lead to nothing, as on the page of an empty list (clause 4.10.3). */
function emptyLink(request: Request): string {
  const { origin, pathname } = new URL(request.url)
  const entry = (rel: string, cursor: string) =>
    `<${origin}${pathname}?cursor=${cursor}>; rel="${rel}"; results="false"; cursor="${cursor}"`
  return `${entry('previous', '0:0:1')}, ${entry('next', '0:5:0')}`
}

/** Right servers that behave otherwise. */
export const behaviourServers: readonly RightServer[] = [
  behaving('an empty list for an unknown parent', 'As by databases that only filter. Clause 7 states no 404.', {
    fault: answering(listPaths, (response, request) =>
      response.status === 404 ? json({ results: [], more: false }, 200, { link: emptyLink(request) }) : response,
    ),
  }),
  behaving('no commands for an unknown connection', 'Capabilities of nothing: none. Clause 7 states no 404.', {
    fault: answering(/^GET \/services\//, (response) => (response.status === 404 ? json({ commands: {} }) : response)),
  }),
  behaving(
    'null at a configuration path that leads to nothing',
    'Clause 4.4: the value at the path. This path leads to no value.',
    {
      fault: answering(/^GET \/1\.13\/configurations\//, (response) =>
        response.status === 404 ? json({ value: null }) : response,
      ),
    },
  ),
  behaving('204 for a token that is already revoked', 'DELETE is idempotent by RFC 9110.', {
    fault: answering(/^DELETE /, (response) =>
      response.status === 404 ? new Response(null, { status: 204 }) : response,
    ),
  }),
  behaving('the page before a cursor in rising order', 'Clause 4.6 does not state the order within that page.', {
    fault: answering(/^GET \/1\.13\//, async (response, request) => {
      if (!response.ok || !new URL(request.url).searchParams.has('ending_before')) return response
      const { results, more } = (await response.json()) as {
        readonly results: readonly unknown[]
        readonly more: boolean
      }
      return json({ results: results.toReversed(), more })
    }),
  }),
  behaving('a group that is taken without an answer', 'A queue takes it: 202 without a body.', {
    fault: answering(/^POST \/0\//, (response) => (response.ok ? new Response(null, { status: 202 }) : response)),
  }),
  behaving('a group that is answered by a count', 'Clause 4.9 does not show the answer to the POST.', {
    fault: answering(/^POST \/0\//, (response) => (response.ok ? json({ created: 1, queued: false }, 201) : response)),
  }),
  behaving('a command without a result', 'Clause 4.7: the result of the command, which may be nothing.', {
    result: () => new Response(null, { status: 204 }),
  }),
  behaving('a command whose result is a list', 'The same.', { result: (job) => json([{ job }, { job: null }]) }),
  behaving('a command whose result is a text', 'The same; a JSON text.', { result: (job) => json(`queued as ${job}`) }),
  behaving('a command that is taken for later', 'The same; 202 with a place to look.', {
    result: (job) => json({ job, href: `/jobs/${job}` }, 202),
  }),
  behaving('state codes that open once', 'Clause 4.3: a short-lived code; how often it opens is not stated.', {
    codeUses: 1,
  }),
  behaving('token names that are unique', 'As by Docker Hub: 409 for a name that is taken.', {
    token: { uniqueNames: true },
  }),
  behaving('both cursors at once: the first is read', 'Clause 4.6 says nothing about both.', {
    fault: (request, next) => {
      const url = new URL(request.url)
      if (url.searchParams.has('starting_after')) url.searchParams.delete('ending_before')
      return next(new Request(url, request))
    },
  }),
  behaving('ids and times in every answer', 'Request ids and server times beside the data.', {
    list: (_kind, records, { hasMore }) => ({
      requestId: '7d1f0c1e-1d11-4a55-9a67-6a3f0b9d6a10',
      serverTime: '2027-03-01T10:30:00Z',
      results: records,
      more: hasMore,
      meta: { region: { id: 'eu-1', name: 'Europe' } },
    }),
  }),
]
