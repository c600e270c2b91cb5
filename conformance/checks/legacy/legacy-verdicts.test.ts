// Legacy endpoints that take only some credentials, forbid without saying so, or show little of a new group.
import { checksBlameNothing, itEnds } from '../../../testing/servers/ends.ts'
import {
  groupPost,
  json,
  type OddEmulator,
  oddEmulator,
  changeAnswers,
  markupPage,
  shaped,
  type Wrap,
} from '../../../testing/servers/odd-emulator.ts'
import type { Target } from '../../target/target-file.ts'

type Credential = keyof NonNullable<Target['credentials']>
type Group = Readonly<Record<string, unknown>>

/** Opens an emulator whose target file declares only one credential. */
const openAlone = (kind: Credential) => (between: Wrap) =>
  oddEmulator({
    between,
    conventions: { legacyPageSize: 1000 },
    target: ({ credentials, samples, ...target }) => ({
      ...target,
      credentials: { [kind]: credentials![kind] },
      samples: { ...samples, dsnPath: `/0/projects/${samples!.projectId}/groups/` },
    }),
  })

const always = (pattern: RegExp, answer: (request: Request) => Response) =>
  changeAnswers(pattern, (_response, request) => answer(request))
const no = (status: number, message = 'No.') => json({ message }, status)
/** Answers a declared credential, and one that was never issued, for events. */
const forbidding = (known: Response, never: Response) =>
  always(/\/events\/$/, ({ headers }) =>
    (headers.get('authorization')!.includes('never-issued') ? never : known).clone(),
  )
const root = /^GET \/0\/$/
const projects = /\/0\/projects\/$/

/** A POST to the groups, and what the emulator answers to it or to one like it. */
interface Posted {
  /** The status in the body, and in the query. */
  readonly body: unknown
  readonly query: string | null
  /** Creates a group with a status. */
  readonly create: (status?: unknown) => Promise<Group>
}

/** Answers POSTs of groups. */
const posting =
  (answer: (posted: Posted) => Response | Promise<Response>): Wrap =>
  (next) =>
  async (request) => {
    const { url, method, headers } = request
    if (!groupPost.test(`${method} ${new URL(url).pathname}`)) return await next(request)
    const { status: body } = (await request.json()) as { readonly status?: unknown }
    const create = async (status?: unknown): Promise<Group> => {
      const created = await next(new Request(url.split('?')[0]!, { method, headers, body: JSON.stringify({ status }) }))
      return (await created.json()) as Group
    }
    return await answer({ body, query: new URL(url).searchParams.get('status'), create })
  }

const created = (group: Group) => json(group, 201)
/** The default of the emulator. */
const usual = 'unresolved'
const inBody = 'legacy.groups-post.body'
const inQuery = 'legacy.groups-post-query.status'

itEnds(openAlone('token'), [
  ['legacy.root.version', 'insufficientEvidence', 'a root that refuses a token', always(root, () => no(401))],
  ['versions.side-by-side.both', 'insufficientEvidence', 'neither API', always(/./, () => no(404))],
])
// Clause 5.6 lets a service disable API keys.
itEnds(openAlone('apiKey'), [
  ['legacy.projects.served', 'insufficientEvidence', 'no API keys', always(projects, () => no(401))],
  ['legacy.projects.served', 'fail', 'no projects', always(projects, () => no(405))],
  [inBody, 'insufficientEvidence', 'no writes by API key', posting(() => no(401))],
  [inBody, 'fail', 'no method POST', posting(() => no(405))],
])
itEnds(openAlone('dsn'), [[inBody, 'notApplicable', 'no writes by DSN', posting(() => no(401))]])
itEnds(openAlone('integrationToken'), [
  ['legacy.events.list', 'insufficientEvidence', 'a 403, and a 401 for other values', forbidding(no(403), no(401))],
  ['legacy.events.list', 'fail', 'the same 403 for other values', forbidding(no(403), no(403))],
  ['legacy.root.version', 'fail', 'a root that refuses', always(root, () => no(401))],
  ['legacy.projects.served', 'insufficientEvidence', 'no projects', shaped(projects, () => ({ data: [] }))],
  [inBody, 'insufficientEvidence', 'groups that need more than a status', posting(() => no(400))],
  [
    inBody,
    'fail',
    'a refusal of every status, the default in the body too',
    posting(async ({ body, query, create }) =>
      body === undefined && query === null ? created(await create()) : no(400),
    ),
  ],
  [
    inBody,
    'insufficientEvidence',
    'no status but the default',
    posting(async ({ body, query, create }) =>
      query === null && (body ?? usual) === usual ? created(await create()) : no(400),
    ),
  ],
  [
    inBody,
    'fail',
    'statuses other than the default only in the query',
    posting(async ({ body, query, create }) =>
      (body ?? usual) === usual ? created(await create(query ?? usual)) : no(400),
    ),
  ],
  [
    inBody,
    'insufficientEvidence',
    'an answer with the outcome of the request',
    posting(() => created({ status: 'done' })),
  ],
  [
    inBody,
    'fail',
    'an answer with the outcome next to the id, and an ignored body',
    posting(async ({ create }) => created({ ...(await create()), status: 'created' })),
  ],
  [
    inQuery,
    'fail',
    'no new group shown, and a status in the query refused',
    posting(({ query }) => (query === null ? created({}) : no(400))),
  ],
  [
    inQuery,
    'pass',
    'an answer that repeats what the body has, and a query that is read',
    posting(async ({ body, query, create }) => created({ ...(await create(body ?? query ?? usual)), status: body })),
  ],
  [
    inQuery,
    'fail',
    'an answer that repeats what the body has, and a query that is ignored',
    posting(async ({ body, create }) => created({ ...(await create(body)), status: body })),
  ],
  [
    inQuery,
    'fail',
    'only the id, and an ignored query',
    posting(async ({ body, create }) => created({ id: (await create(body))['id'] })),
  ],
  [
    inQuery,
    'insufficientEvidence',
    'the id of no group of the first page',
    posting(({ body }) => created({ id: 'a'.repeat(27), status: body })),
  ],
])

const project = { id: '0'.repeat(27), name: 'Harbour' }
const teams = { ...project, teams: [{ id: '1'.repeat(27) }] }
/** Shows the project of a key in another envelope than that of a token. */
const envelopes = (toKey: unknown, toToken: unknown): OddEmulator => ({
  between: shaped(projects, (_served, { headers }) =>
    headers.get('authorization')!.startsWith('Basic') ? toKey : toToken,
  ),
  target: (target) => ({ ...target, samples: { ...target.samples, apiKeyProjectId: project.id } }),
})

const two = [project, ...teams.teams]

itEnds(oddEmulator, [
  [
    'legacy.projects-key.bound',
    `fail: expected only the project that the key is bound to, ${project.id}; got also ${two[1]!.id}, all that the integration token sees`,
    'a key that sees each project of the account',
    envelopes(two, two),
  ],
])

checksBlameNothing(['legacy.*', 'auth.api-key.*', 'auth.integration-token.*'], oddEmulator, [
  ['a bare array only for a key', envelopes([project], { objects: [project] })],
  ['a bare array only for tokens', envelopes({ objects: [project] }, [project])],
  ['a project with a list of its own', envelopes(teams, [project])],
  ['a wrapped project', envelopes({ project: teams }, { objects: [project] })],
  ['an empty version, and other members at the root', shaped(root, () => ({ version: '', user: { id: 1 } }))],
  [
    'a root that takes credentials',
    changeAnswers(root, (response, { headers }) =>
      headers.has('authorization') ? response : markupPage('Sign in', 401),
    ),
  ],
  [
    'a root that is hidden from strangers',
    changeAnswers(root, (response, { headers }) => (headers.has('authorization') ? response : no(404))),
  ],
  [
    'a new group within an envelope that has a status too',
    shaped(groupPost, (group) => ({ status: 'created', data: { group } })),
  ],
])
