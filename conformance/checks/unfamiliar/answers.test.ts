import { expect, it } from 'vitest'
import { emulatorSubject, resultLines, runKit } from '../../../testing/selftest/subject.ts'
import type { Conventions } from '../../../emulator/model/contract/conventions.ts'
import type { FetchLike } from '../../../emulator/disturb/deviations/define-deviation.ts'
import { authenticationChecks } from '../authentication/authentication-checks.ts'
import { enumFilterChecks } from '../filters/enum-filters-checks.ts'
import { prefixedIdChecks } from '../ids/prefixed-ids-checks.ts'
import { legacyChecks } from '../legacy/legacy-checks.ts'
import { linkChecks } from '../link/link-checks.ts'
import { linkBackChecks } from '../link/back-checks.ts'
import { linkGroupChecks } from '../link/groups-checks.ts'
import { linkWalkChecks } from '../link/walk-checks.ts'
import { listChecks } from '../lists/lists-checks.ts'
import { serviceChecks } from '../services/services-checks.ts'

type Wrap = (next: FetchLike) => FetchLike

/** Changes the answers to matching requests. */
function on(
  matches: (url: URL, request: Request) => boolean,
  answer: (response: Response, url: URL) => Response | Promise<Response>,
): Wrap {
  return (next) => async (request) => {
    const url = new URL(request.url)
    const response = await next(request)
    return matches(url, request) ? answer(response, url) : response
  }
}

let count = 0
const isIntegration = (request: Request): boolean =>
  request.headers.get('authorization') === `Bearer ${emulatorSubject().target.credentials!.integrationToken!}`
const forbidden = () => Response.json({ message: 'not for you' }, { status: 403 })

it.each<readonly [string, Wrap, Partial<Conventions>, readonly string[]]>([
  [
    'capabilities with the time and the id of the request',
    on(
      ({ pathname }) => pathname.endsWith('/capabilities'),
      async (response) =>
        response.status === 200
          ? Response.json({ request: `r${count++}`, took: { ms: count }, commands: await response.json() })
          : response,
    ),
    { capabilities: 'map' },
    [],
  ],
  [
    'capabilities that repeat their address',
    on(
      ({ pathname }) => pathname.endsWith('/capabilities'),
      async (response, { pathname }) =>
        response.status === 200 ? Response.json({ self: pathname, commands: await response.json() }) : response,
    ),
    { capabilities: 'map' },
    [],
  ],
  [
    'enum values that include one another, with records that do not show them',
    (next) => async (request) => {
      const url = new URL(request.url)
      if (url.pathname === '/1.13/resources' && url.searchParams.get('status') === 'active')
        url.searchParams.delete('status')
      return await next(new Request(url, request))
    },
    { recordMembers: 'minimal' },
    [],
  ],
  [
    'an integration token without the rights to see events',
    on(({ pathname }, request) => pathname.endsWith('/events/') && isIntegration(request), forbidden),
    {},
    ['legacy.events.list', 'auth.integration-token.events'],
  ],
  [
    'an integration token without the rights to see projects',
    on(({ pathname }, request) => pathname === '/0/projects/' && isIntegration(request), forbidden),
    {},
    ['auth.integration-token.projects'],
  ],
  [
    'pages of events that each hide a record',
    on(
      ({ pathname }) => pathname.endsWith('/events/'),
      async (response) => {
        if (response.status !== 200) return response
        const events = (await response.json()) as readonly unknown[]
        return Response.json(
          events.filter((_event, index) => index !== 3 || events.length < 5),
          { headers: { link: response.headers.get('link')! } },
        )
      },
    ),
    {},
    ['link.offset.grows'],
  ],
])('blames nothing, and says what it could not see, given %s', async (_what, wrap, conventions, undecided) => {
  const { target, fetch } = emulatorSubject(conventions)
  const result = await runKit(
    { target, fetch: wrap(fetch) },
    {
      checks: [
        ...legacyChecks,
        ...linkChecks,
        ...linkWalkChecks,
        ...linkGroupChecks,
        ...linkBackChecks,
        ...listChecks,
        ...prefixedIdChecks,
        ...enumFilterChecks,
        ...serviceChecks,
        ...authenticationChecks,
      ],
    },
  )
  expect(
    resultLines(result, 'fail', 'error', 'blocked').filter(
      (line) => !/^auth\.legacy-required\.(?:projects|events)/.test(line),
    ),
  ).toEqual([])
  expect(result.results.filter(({ verdict }) => verdict === 'insufficientEvidence').map(({ check: id }) => id)).toEqual(
    expect.arrayContaining([...undecided]),
  )
})

it('does not blame a legacy root that takes credentials when none are declared', async () => {
  const { target, fetch } = emulatorSubject()
  const wrap = on(
    ({ pathname }, request) => pathname === '/0/' && !isIntegration(request),
    () => Response.json({ detail: 'credentials' }, { status: 401 }),
  )
  const { results } = await runKit(
    { target: { ...target, credentials: { token: target.credentials!.token! } }, fetch: wrap(fetch) },
    { checks: legacyChecks },
  )
  expect(results.filter(({ verdict }) => verdict === 'fail' || verdict === 'blocked')).toEqual([])
  expect(results.find(({ check: id }) => id === 'legacy.root.version')?.verdict).toBe('insufficientEvidence')
})
