import { expect, it } from 'vitest'
import { emulatorSubject, runKit } from '../../../testing/selftest/subject.ts'
import type { Target } from '../../target/target-file.ts'
import { legacyGroupChecks } from './groups-checks.ts'
import { legacyChecks } from './legacy-checks.ts'

type Credentials = Required<NonNullable<Target['credentials']>>
type Group = Readonly<Record<string, unknown>>

/** A POST to the groups, and what the emulator answers to it or to one like it. */
interface Posted {
  /** The status in the body, and in the query. */
  readonly body: unknown
  readonly query: string | null
  /** Creates a group with a status. */
  readonly create: (status?: unknown) => Promise<Group>
  /** The answer to a GET. */
  readonly list: () => Promise<Response>
}

const refusal = (status: number) => Response.json({ message: 'no' }, { status })
const created = (group: Group | undefined) => Response.json(group ?? {}, { status: 201 })

/** How the checks of both places of a status end, given a target that answers POSTs of groups in its own way. */
async function verdicts(
  answer: (posted: Posted) => Response | Promise<Response>,
  declare: (credentials: Credentials) => Partial<Credentials> = (credentials) => credentials,
): Promise<readonly string[]> {
  const { target, fetch } = emulatorSubject({ legacyPageSize: 1000 })
  const dsnPath = `/0/projects/${target.samples!.projectId}/groups/`
  const credentials = declare(target.credentials as Credentials)
  const { results } = await runKit(
    {
      target: { ...target, credentials, samples: { ...target.samples, dsnPath } },
      fetch: async (request) => {
        if (request.method !== 'POST') return await fetch(request)
        const { url, headers } = request
        const { status: body } = (await request.json()) as { readonly status?: unknown }
        const create = async (status?: unknown): Promise<Group> => {
          const sent = JSON.stringify({ status })
          const response = await fetch(new Request(url.split('?')[0]!, { method: 'POST', headers, body: sent }))
          return (await response.json()) as Group
        }
        const list = () => fetch(new Request(url.split('?')[0]!, { headers }))
        return await answer({ body, query: new URL(url).searchParams.get('status'), create, list })
      },
    },
    { checks: [...legacyChecks, ...legacyGroupChecks], only: ['legacy.groups-post*'] },
  )
  return results.filter(({ check }) => check.startsWith('legacy.groups-post')).map(({ verdict }) => verdict)
}

it.each([
  ['dsn', 401, 'notApplicable'],
  ['dsn', 405, 'fail'],
  ['apiKey', 401, 'insufficientEvidence'],
  ['apiKey', 405, 'fail'],
  ['integrationToken', 401, 'fail'],
] as const)('judges a refusal of a POST with the %s by %i as %s', async (kind, status, verdict) => {
  const declare = (credentials: Credentials) => ({ [kind]: credentials[kind] })
  expect((await verdicts(() => refusal(status), declare))[0]).toBe(verdict)
})

/** The default of the emulator. */
const usual = 'unresolved'
const unseen = 'insufficientEvidence'

it.each<readonly [string, (posted: Posted) => Response | Promise<Response>, readonly string[]]>([
  ['answers every POST as GET', ({ list }) => list(), [unseen, unseen]],
  ['refuses every POST by 400', () => refusal(400), [unseen, unseen]],
  [
    'refuses every status, the default in the body too',
    async ({ body, query, create }) => (body === undefined && query === null ? created(await create()) : refusal(400)),
    ['fail', 'blocked'],
  ],
  [
    'takes no status but the default',
    async ({ body, query, create }) =>
      query === null && (body ?? usual) === usual ? created(await create()) : refusal(400),
    [unseen, unseen],
  ],
  [
    'takes other statuses than the default in the query alone',
    async ({ body, query, create }) =>
      (body ?? usual) === usual ? created(await create(query ?? usual)) : refusal(400),
    ['fail', 'blocked'],
  ],
  [
    'shows no new group, and refuses a status in the query',
    ({ query }) => (query === null ? created({}) : refusal(400)),
    ['pass', 'fail'],
  ],
  ['tells nothing but how the request went', () => created({ status: 'created' }), [unseen, unseen]],
  [
    'repeats what the body has, and reads the query',
    async ({ body, query, create }) => created({ ...(await create(body ?? query ?? usual)), status: body }),
    ['pass', 'pass'],
  ],
  [
    'repeats what the body has, and ignores the query',
    async ({ body, create }) => created({ ...(await create(body)), status: body }),
    ['pass', 'fail'],
  ],
  [
    'tells how the request went beside the id, and ignores the body',
    async ({ create }) => created({ ...(await create()), status: 'created' }),
    ['fail', 'blocked'],
  ],
  [
    'shows the id alone, and ignores the query',
    async ({ body, create }) => created({ id: (await create(body))['id'] }),
    ['pass', 'fail'],
  ],
  [
    'shows the id of no group of the first page',
    ({ body }) => created({ id: 'a'.repeat(27), status: body }),
    ['pass', unseen],
  ],
])('judges a target that %s', async (_what, answer, expected) => {
  expect(await verdicts(answer)).toEqual(expected)
})
