// Compares an answer under the current conventions with the same answer under another value of one convention.
import { type Static, Type } from 'typebox'
import { withConventions } from '../api/dialect/conventions.ts'
import type { Emulator } from '../emulator.ts'
import { defaultWorldName } from '../api/auth/sent-credential.ts'
import { patternRecord } from '../tools/record-of.ts'
import type { Unchanging } from '../tools/unchanging.ts'

const Side = Type.Object(
  {
    status: Type.Integer(),
    headers: patternRecord(Type.String(), { description: 'The headers that differ.' }),
    body: Type.String(),
  },
  { additionalProperties: false },
)

/** The first request of a list whose answer depends on the convention, without its credentials. */
export const Sample = Type.Object({ request: Type.String(), now: Side, other: Side }, { additionalProperties: false })
export type ConventionSample = Unchanging<Static<typeof Sample>>

/** One side of a sample. */
export type SampleSide = ConventionSample['now']

interface SampleRequest {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  /** Default: the access token. */
  readonly credential?: 'key' | 'none' | 'form' | 'narrow'
}

/** The most characters of a body that are shown. */
const longest = 2000

/**
 * Sends the same requests to two copies of an emulator with fresh data, until an answer differs.
 * @returns undefined if no answer differs.
 * @throws EmulatorError `invalid_convention`.
 */
export async function sampleConvention(
  emulator: Emulator,
  name: string,
  value: unknown,
): Promise<ConventionSample | undefined> {
  const conventions = withConventions(emulator.conventions, { [name]: value })
  const [before, after] = [sampleCopy(emulator), sampleCopy(emulator)]
  after.setConventions(conventions)
  const [issuedBefore, issuedAfter]: readonly [SampleSecrets, SampleSecrets] = [{}, {}]
  for (const request of comparedRequests(before)) {
    const now = await sampleAnswer(before, request, issuedBefore)
    const changed = await sampleAnswer(after, request, issuedAfter)
    const differing = [...new Set([...now.headers.keys(), ...changed.headers.keys()])].filter(
      (header) => now.headers.get(header) !== changed.headers.get(header) && header !== 'content-length',
    )
    if (now.status === changed.status && now.body === changed.body && differing.length === 0) continue
    const { clientId, clientSecret } = before.credentials
    const toSide = ({ status, headers, body }: SampleResponse): SampleSide => ({
      status,
      headers: Object.fromEntries(
        differing.flatMap((header) => {
          const text = headers.get(header)
          return text === null ? [] : [[header, text]]
        }),
      ),
      body: body.length > longest ? `${body.slice(0, longest)}…` : body,
    })
    const { method, path, body } = request
    const sent = body === undefined ? '' : ` ${typeof body === 'string' ? body : JSON.stringify(body)}`
    // Every new world has these credentials, but the page need not show them.
    const text = `${method} ${path}${sent}`.replace(clientId, '<client_id>').replace(clientSecret, '<client_secret>')
    return { request: text, now: toSide(now), other: toSide(changed) }
  }
  return undefined
}

/** A copy with the data of a new world and a stopped clock, so that two copies give the same answers. */
function sampleCopy(emulator: Emulator): Emulator {
  const copy = emulator.fork()
  copy.restore(emulator.worlds.preview(defaultWorldName).snapshot())
  copy.clock.freeze()
  copy.faults.clear()
  copy.scenarios.clear()
  copy.deviations.clear()
  return copy
}

/** The secrets that a copy has issued: a token with one scope, and a state code. */
interface SampleSecrets {
  narrow?: string | undefined
  state?: string | undefined
}

interface SampleResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

async function sampleAnswer(
  copy: Emulator,
  { method, path, body, credential }: SampleRequest,
  issued: SampleSecrets,
): Promise<SampleResponse> {
  const { token, apiKey } = copy.credentials
  const bearer = credential === 'narrow' ? (issued.narrow ?? token) : token
  const authorization = credential === 'key' ? `Basic ${btoa(`${apiKey}:`)}` : `Bearer ${bearer}`
  const isForm = credential === 'form'
  const response = await copy.fetch(`http://localhost${copy.basePath}${path.replace('$state', issued.state ?? '')}`, {
    method,
    headers: {
      ...(credential === 'none' || isForm ? {} : { authorization }),
      ...(body === undefined
        ? {}
        : { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }),
      ...(path.includes('mcp') ? { accept: 'application/json, text/event-stream' } : {}),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const { status, headers } = response
  const text = await response.text()
  issued.narrow ??= /"(pat_\w+)"/.exec(text)?.[1]
  if (path.endsWith('/prepare-connect')) issued.state ??= /:"([^"]+)"/.exec(text)?.[1]
  return { status, headers, body: indentJson(text, headers) }
}

/** Indents JSON for readers. */
function indentJson(text: string, headers: Headers): string {
  const isJson = headers.get('content-type')?.includes('json') && text !== ''
  return isJson ? JSON.stringify(JSON.parse(text), null, 2) : text
}

const unknownId = '0000000000000000000000000zz'

/** The requests to compare, the most informative first. */
function comparedRequests(copy: Emulator): readonly SampleRequest[] {
  const { conventions, samples, credentials, data } = copy
  const idOf = (collection: 'flows' | 'issues' | 'projects' | 'adapter_connections') =>
    data.find(collection, { limit: 1 })[0]?.id ?? unknownId
  const [flow, issue, project] = [
    idOf('flows'),
    samples.issueId ?? idOf('issues'),
    samples.projectId ?? idOf('projects'),
  ]
  const connection = samples.adapterConnectionId ?? idOf('adapter_connections')
  const get = (path: string, credential?: SampleRequest['credential']): SampleRequest => ({
    method: 'GET',
    path,
    ...(credential ? { credential } : {}),
  })
  const form = (values: Readonly<Record<string, string>>): SampleRequest => ({
    method: 'POST',
    path: '/oauth/token',
    body: String(new URLSearchParams(values)),
    credential: 'form',
  })
  const client = { client_id: credentials.clientId, client_secret: credentials.clientSecret }
  const tokens = conventions.accessTokensPath
  return [
    get('/1.13/environments?limit=2'),
    get(`/1.13/flows/${flow}`),
    get(`/0/projects/${project}/groups/`),
    get(`/0/issues/${issue}/events/`),
    get('/0/projects/', 'key'),
    get('/0/projects/'),
    get('/0/'),
    get('/1.13/resources?status=odd'),
    get(`/1.13/flows/${unknownId}`),
    get('/1.13/environments', 'none'),
    get('/1.13/nowhere'),
    get('/1.12/environments?limit=1'),
    get('/1.14/environments?limit=1'),
    { method: 'PUT', path: '/1.13/environments', body: {} },
    { method: 'POST', path: '/1.13/projects', body: { name: 'New' } },
    { method: 'POST', path: '/1.13/projects', body: {} },
    { method: 'POST', path: '/1.13/projects', body: '{' },
    { method: 'DELETE', path: `/1.13/flows/${flow}` },
    form({ grant_type: 'client_credentials', ...client }),
    form({ grant_type: 'client_credentials', ...client, client_secret: 'wrong' }),
    form({ grant_type: 'refresh_token', ...client, refresh_token: 'unknown' }),
    get(tokens),
    { method: 'POST', path: tokens, body: { name: 'CI', scopes: ['flows:read'], expires_at: futureTime(copy, 30) } },
    get('/1.13/projects?limit=1', 'narrow'),
    { method: 'POST', path: '/app/shop/prepare-connect', body: {} },
    get('/app/shop/connect?prepare_state=$state', 'none'),
    get(`/services/${connection}/capabilities`),
    { method: 'POST', path: `/services/${connection}/create-order`, body: {} },
    get(`/services/${unknownId}/capabilities`),
    { method: 'POST', path: conventions.mcpPath, body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
    get('/1.13/environments?unknown=1'),
    get('/1.13/environments?limit=1&limit=2'),
    get(`/1.13/pulse/catalogs/${samples.catalogId ?? unknownId}/products?brand=`),
    get('/1.13/environments/?limit=1'),
    get(`/1.13/environments?limit=1&starting_after=${flow}&ending_before=${flow}`),
    { method: 'POST', path: '/1.13/projects', body: { name: 'New', nmae: 'Newer' } },
    get(`/1.13/configurations/${project}?path=no.such.path`),
    get('/1.13/environments?limit=1000000'),
    get('/1.13/environments'),
    get(`/1.13/environments?limit=1&starting_after=${unknownId}`),
    get(`/1.13/configurations/prj_${project}?path=no.such.path`),
    get(`/1.13/configurations/env_${project}?path=a`),
    get(`/1.13/pulse/catalogs/${samples.catalogId ?? unknownId}/products`),
    { method: 'OPTIONS', path: '/1.13/environments' },
  ]
}

function futureTime(copy: Emulator, days: number): string {
  return new Date(copy.clock.now() + days * 86_400_000).toISOString()
}
