// Compares an answer under the current conventions with the same answer under another value of one convention.
import { type Static, Type } from 'typebox'
import { withConventions } from '../api/dialect/conventions.ts'
import type { Emulator } from '../emulator.ts'
import { defaultWorldName } from '../api/auth/sent-credential.ts'
import { patternRecord } from '../tools/record-of.ts'
import type { DeepReadonly } from '../tools/deep-readonly.ts'

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
export type ConventionSample = DeepReadonly<Static<typeof Sample>>

/** One side of a sample. */
export type SampleSide = ConventionSample['now']

/** The most characters of a body that are shown. */
const longest = 2000

/**
 * The requests to compare, the most informative first: the credential unless it is the access token, the method, the
 * path and the body. Values of the emulator replace names such as $flow.
 */
const requests = `
GET /1.13/environments?limit=2
GET /1.13/flows/$flow
GET /0/projects/$project/groups/
GET /0/issues/$issue/events/
key GET /0/projects/
GET /0/projects/
GET /0/
GET /1.13/resources?status=odd
GET /1.13/flows/$unknown
none GET /1.13/environments
GET /1.13/nowhere
GET /1.12/environments?limit=1
GET /1.14/environments?limit=1
PUT /1.13/environments {}
POST /1.13/projects {"name":"New"}
POST /1.13/projects {}
POST /1.13/projects {
DELETE /1.13/flows/$flow
form POST /oauth/token grant_type=client_credentials&client_id=$clientId&client_secret=$clientSecret
form POST /oauth/token grant_type=client_credentials&client_id=$clientId&client_secret=wrong
form POST /oauth/token grant_type=refresh_token&client_id=$clientId&client_secret=$clientSecret&refresh_token=unknown
GET $tokens
POST $tokens {"name":"CI","scopes":["flows:read"],"expires_at":"$expiry"}
narrow GET /1.13/projects?limit=1
POST /app/shop/prepare-connect {}
none GET /app/shop/connect?prepare_state=$state
GET /services/$connection/capabilities
POST /services/$connection/create-order {}
GET /services/$unknown/capabilities
POST $mcp {"jsonrpc":"2.0","id":1,"method":"tools/list"}
GET /1.13/environments?unknown=1
GET /1.13/environments?limit=1&limit=2
GET /1.13/pulse/catalogs/$catalog/products?brand=
GET /1.13/environments/?limit=1
GET /1.13/environments?limit=1&starting_after=$flow&ending_before=$flow
POST /1.13/projects {"name":"New","nmae":"Newer"}
GET /1.13/configurations/$project?path=no.such.path
GET /1.13/environments?limit=1000000
GET /1.13/environments
GET /1.13/environments?limit=1&starting_after=$unknown
GET /1.13/configurations/prj_$project?path=no.such.path
GET /1.13/configurations/env_$project?path=a
GET /1.13/pulse/catalogs/$catalog/products
OPTIONS /1.13/environments`
  .trim()
  .split('\n')

type Values = Readonly<Record<string, string>>

/** The values of the emulator that the requests name. */
function sampleValues({ conventions, samples, credentials, data, clock }: Emulator): Values {
  const unknown = '0000000000000000000000000zz'
  const idOf = (collection: 'flows' | 'issues' | 'projects' | 'adapter_connections') =>
    data.find(collection, { limit: 1 })[0]?.id ?? unknown
  return {
    unknown,
    flow: idOf('flows'),
    issue: samples.issueId ?? idOf('issues'),
    project: samples.projectId ?? idOf('projects'),
    connection: samples.adapterConnectionId ?? idOf('adapter_connections'),
    catalog: samples.catalogId ?? unknown,
    clientId: encodeURIComponent(credentials.clientId),
    clientSecret: encodeURIComponent(credentials.clientSecret),
    tokens: conventions.accessTokensPath,
    mcp: conventions.mcpPath,
    expiry: new Date(clock.now() + 30 * 86_400_000).toISOString(),
  }
}

function fillNames(line: string, values: Values): string {
  return line.replaceAll(/\$(\w+)/g, (all, name: string) => values[name] ?? all)
}

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
  const values = sampleValues(before)
  // The secrets that each copy has issued: a token with one scope, and a state code.
  const [issuedBefore, issuedAfter]: readonly Record<string, string>[] = [{}, {}]
  for (const line of requests) {
    const filled = fillNames(line, values)
    const now = await sampleAnswer(before, filled, issuedBefore!)
    const changed = await sampleAnswer(after, filled, issuedAfter!)
    const differing = [...new Set([...now.headers.keys(), ...changed.headers.keys()])].filter(
      (header) => now.headers.get(header) !== changed.headers.get(header) && header !== 'content-length',
    )
    if (now.status === changed.status && now.body === changed.body && differing.length === 0) continue
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
    // Every new world has these credentials, but the page need not show them.
    const visible = { ...values, clientId: '<client_id>', clientSecret: '<client_secret>' }
    const request = fillNames(line, visible).replace(/^[a-z]+ /, '')
    return { request, now: toSide(now), other: toSide(changed) }
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

interface SampleResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

async function sampleAnswer(copy: Emulator, line: string, issued: Record<string, string>): Promise<SampleResponse> {
  const { token, apiKey } = copy.credentials
  const [, credential, method = '', path = '', body] =
    /^(?:([a-z]+) )?([A-Z]+) (\S+)(?: (.+))?$/.exec(fillNames(line, issued)) ?? []
  const bearer = credential === 'narrow' ? (issued['narrow'] ?? token) : token
  const authorization = credential === 'key' ? `Basic ${btoa(`${apiKey}:`)}` : `Bearer ${bearer}`
  const type = credential === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
  const response = await copy.fetch(`http://localhost${copy.basePath}${path}`, {
    method,
    headers: {
      accept: 'application/json, text/event-stream',
      ...(credential === 'none' || credential === 'form' ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined ? {} : { body }),
  })
  const { status, headers } = response
  const text = await response.text()
  const [, narrow] = /"(pat_\w+)"/.exec(text) ?? []
  const [, state] = (path.endsWith('/prepare-connect') && /:"([^"]+)"/.exec(text)) || []
  if (narrow !== undefined) issued['narrow'] ??= narrow
  if (state !== undefined) issued['state'] ??= state
  const isJson = headers.get('content-type')?.includes('json') && text !== ''
  return { status, headers, body: isJson ? JSON.stringify(JSON.parse(text), null, 2) : text }
}
