// Right servers that no factor can express, such as servers that hide most of what the kit inspects, and the emulator.
import type { Target } from '../../../conformance/target/target-file.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import { toSubject } from '../../conformance/subject.ts'
import type { RightServer } from './right-server.ts'
import { mcpWithSessions, olderMcp } from './service/mcp.ts'
import { type Choices, openService } from './service/open-service.ts'
import { secrets, type Service } from './service/service.ts'

const usual = (name: string, choices: Choices): RightServer => ({
  name,
  make: () => openService(choices, { withHooks: true }),
})

/** Clause 5.3.6: what a token may do is determined by its scopes. What needs the missing one is not served. */
const lackingScopeServer = (
  scope: string,
  scopes: readonly string[] = ['environments:read', 'resources:read'],
): RightServer => ({
  name: `a client without ${scope}`,
  make: () =>
    openService({ oauth: { lacks: [scope] } }, { withHooks: true, target: { personalAccessTokens: { scopes } } }),
})

const notFound = { status: 404, headers: { 'content-type': 'application/json' } }

/** A server that offers a part of the specification, or a target file that declares only some of it. */
const declaring = (name: string, change: (target: Target) => object, hidden = /^$/): RightServer => ({
  name,
  make() {
    const { target, ...others } = openService({
      fault: async (request, next) =>
        hidden.test(new URL(request.url).pathname) ? new Response('{"error":"nothing here"}', notFound) : next(request),
    })
    return { ...others, target: { baseUrl: target.baseUrl, allowWrites: true, ...change(target) } }
  },
})

const allButLegacy = /^\/(?:1\.13|oauth|access-tokens|services|app)\b/

/** A target file with only one credential of the legacy API. */
const legacyAlone = (credential: 'integrationToken' | 'apiKey' | 'dsn'): RightServer =>
  declaring(
    `${credential} alone`,
    ({ credentials, samples }) => ({ credentials: { [credential]: credentials![credential] }, samples }),
    allButLegacy,
  )

/** A DSN that a list takes, for reading or also for writing. */
const dsnAlone = (list: 'groups' | 'events', methods: readonly string[]): RightServer => ({
  name: `a DSN alone, which the ${list} take for ${methods.join(' and ')}`,
  make() {
    const { target, ...others } = openService({
      fault: (request, next) => {
        const headers = new Headers(request.headers)
        const isTaken = new URL(request.url).pathname.endsWith(`/${list}/`) && methods.includes(request.method)
        if (isTaken && headers.get('authorization') === `DSN ${secrets.dsn}`)
          headers.set('authorization', `Bearer ${secrets.integrationToken}`)
        return next(new Request(request, { headers }))
      },
    })
    const { projectId, issueId } = target.samples!
    const dsnPath = list === 'groups' ? `/0/projects/${projectId}/groups/` : `/0/issues/${issueId}/events/`
    return {
      ...others,
      target: { ...target, credentials: { dsn: secrets.dsn }, samples: { ...target.samples, dsnPath } },
    }
  },
})

const declarations: readonly RightServer[] = [
  declaring('a base URL and an OAuth client', ({ credentials }) => ({ credentials: { oauth: credentials!.oauth } })),
  declaring(
    'legacy credentials alone',
    ({ credentials: { oauth: _oauth, ...credentials } = {}, samples }) => ({ credentials, samples }),
    allButLegacy,
  ),
  ...(['integrationToken', 'apiKey', 'dsn'] as const).map(legacyAlone),
  dsnAlone('events', ['GET']),
  dsnAlone('groups', ['GET']),
  dsnAlone('groups', ['GET', 'POST']),
  declaring(
    'no legacy API in use',
    ({ credentials, samples, ...target }) => ({
      ...target,
      credentials: { oauth: credentials!.oauth },
      samples: { ...samples, projectId: undefined, issueId: undefined, apiKeyProjectId: undefined, dsnPath: undefined },
    }),
    /^\/0\/./,
  ),
  declaring(
    'no services and no connectors',
    ({ credentials, samples, enumFilters }) => ({
      credentials,
      enumFilters,
      samples: { ...samples, adapter: undefined, adapterConnectionId: undefined, command: undefined },
    }),
    /^\/(?:services|app)\b/,
  ),
  declaring(
    'no catalog',
    ({ samples, enumFilters, ...target }) => ({
      ...target,
      samples: { ...samples, catalogId: undefined },
      enumFilters: enumFilters!.filter(({ path }) => path === '/1.13/resources'),
    }),
    /^\/1\.13\/pulse\//,
  ),
  declaring('writes not allowed', (target) => ({ ...target, allowWrites: false })),
]

const emulator = (fixtures: 'edge' | 'empty'): RightServer => ({
  name: `the emulator with the fixtures ${fixtures}`,
  make: () => toSubject(createEmulator({ fixtures, onError: () => undefined })),
})

/** JSON whose objects begin with another member than before. */
function turned(value: unknown, turn: number): unknown {
  if (Array.isArray(value)) return value.map((item) => turned(item, turn))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, turned(member, turn)] as const)
  const first = turn % Math.max(1, members.length)
  return Object.fromEntries([...members.slice(first), ...members.slice(0, first)])
}

/** RFC 8259 leaves the order of members open. */
function membersInTurn(): ReturnType<RightServer['make']> {
  let turn = 0
  return openService(
    {
      fault: async (request, next) => {
        const response = await next(request)
        if (!/json/.test(response.headers.get('content-type') ?? '') || request.method === 'HEAD') return response
        const text = await response.text()
        return new Response(text === '' ? null : JSON.stringify(turned(JSON.parse(text), ++turn)), response)
      },
    },
    { withHooks: true },
  )
}

/** Deletes the record that comes next, whenever a page with a status is requested by a cursor. */
function deleteNext({ store }: Service, { url }: Request): void {
  const { pathname, searchParams } = new URL(url)
  const [cursor, status] = [searchParams.get('starting_after'), searchParams.get('status')]
  if (pathname !== '/1.13/resources' || cursor === null || status === null) return
  const next = store.all('resource').findLast((record) => record.id < cursor && record['status'] === status)
  if (next) store.remove('resource', next.id)
}

/** Servers that the kit may not blame, by hand. */
export const byHand: readonly RightServer[] = [
  emulator('edge'),
  emulator('empty'),
  usual('empty lists', { data: { counts: { product: 0, environment: 0, resource: 0, event: 0, group: 0 } } }),
  usual('records of nothing but what is stated', {
    show: (kind, { id, name, ...others }) =>
      kind === 'token' ? { id, name, ...others } : kind === 'environment' ? { id, name } : { id },
  }),
  usual('nothing but records by their ids', {
    list: (kind, list) => {
      const records = Object.fromEntries(list.map((record) => [(record as { readonly id: string }).id, record]))
      return kind === 'token' ? { records } : records
    },
  }),
  // A stream that stays open never comes whole over a socket.
  usual('MCP with streams that stay open', { mcp: mcpWithSessions(true) }),
  usual('MCP of 2024-11-05', { mcp: olderMcp }),
  usual('one token for a user', { moods: { quota: 1 } }),
  usual('two tokens for a user', { moods: { quota: 2 } }),
  usual('two tokens for a user, and lists three seconds late', { moods: { quota: 2, listLag: 3000, latency: 20 } }),
  usual('everything 300 ms late, credentials included', { moods: { lag: 300, latency: 20 } }),
  usual('everything a second late, credentials included', { moods: { lag: 1000, latency: 20 } }),
  usual('answers that take four seconds', { moods: { latency: 4000 } }),
  usual('records created at every request', { moods: { createsEvery: 1 } }),
  {
    name: 'the record that comes next is deleted',
    make: () =>
      openService(
        { data: { counts: { product: 46, environment: 5, resource: 150, event: 23, group: 17 } } },
        { withHooks: true, others: deleteNext },
      ),
  },
  // SPEC.md says nothing of those who lock out who sends wrong credentials, and every check needs some.
  usual('an address blocked after 15 failed log-ins', { moods: { addressLock: 15, addressLockStatus: 403 } }),
  usual('an address blocked after 5 failed log-ins, by 429', { moods: { addressLock: 5 } }),
  usual('an address blocked after 5 refusals, also of requests without credentials', {
    moods: { addressLock: 5, addressLockStatus: 401, addressLockByAnyRefusal: true },
  }),
  usual('a client locked after two refusals', { moods: { clientLock: 2 } }),
  {
    name: 'values of a filter that are not declared',
    make: () =>
      openService({ data: { statuses: ['open', 'closed'] } }, { withHooks: true, target: { enumFilters: undefined } }),
  },
  { name: 'members in another order in each answer', make: membersInTurn },
  lackingScopeServer('catalogs:read'),
  lackingScopeServer('services:use'),
  lackingScopeServer('configurations:read'),
  lackingScopeServer('environments:read', ['resources:read', 'catalogs:read']),
  ...declarations,
]
