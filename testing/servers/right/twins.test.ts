// Right servers and emulators that speak as they do, by conventions alone: a client of the one understands the other.
import { expect, it } from 'vitest'
import { toTarget, type Target } from '../../../conformance/target/target-file.ts'
import { toTargetFile } from '../../../bin/judges/service/target-file.ts'
import type { FetchFunction } from '../../../conformance/send/sender.ts'
import type { Conventions } from '../../../emulator/model/contract/conventions.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import { type Choices, openService } from './service/open-service.ts'

interface Twin {
  readonly name: string
  readonly choices: Choices
  readonly conventions: Partial<Conventions>
}

/** What the service does where its choices say nothing. */
const usual: Partial<Conventions> = {
  listEnvelope: { results: '$items', more: '$hasMore' },
  objectEnvelope: { $default: 'bare', 'configurations.value': { value: '$item' } },
  errorBody: { code: '$code', message: '$message', options: '$allowed' },
  legacyListEnvelope: { results: '$items', more: '$hasMore' },
  capabilities: { commands: { $name: '$inputSchema' } },
  secretName: 'secret',
  stateCodeName: 'prepareState',
}

const twins: readonly Twin[] = [
  { name: 'a small JSON API', choices: {}, conventions: usual },
  {
    name: 'a success beside each body, 404 for strangers',
    choices: {
      list: (_kind, records, { hasMore }) => ({ success: true, error: null, payload: { list: records, hasMore } }),
      single: (_kind, record) => ({ success: true, payload: record }),
      configuration: (value) => value,
      error: ({ detail, options }) => ({ success: false, error: { why: detail, ...(options ? { options } : {}) } }),
      secret: (token, secret) => ({ ...token, plainTextToken: secret }),
      status: { stranger: 404, created: 200, deleted: 200, unknown: 410, refused: 418 },
      expiry: {
        show: (time) => Math.floor(time / 1000),
        read: (value) => (typeof value === 'number' ? value * 1000 : undefined),
      },
      token: { answersDeleted: true },
      capabilities: (commands) => ({ success: true, payload: { tools: commands } }),
    },
    conventions: {
      ...usual,
      listEnvelope: { success: true, error: null, payload: { list: '$items', hasMore: '$hasMore' } },
      objectEnvelope: { $default: { success: true, payload: '$item' }, 'configurations.value': 'bare' },
      errorBody: { success: false, error: { why: '$message', options: '$allowed' } },
      legacyListEnvelope: { success: true, error: null, payload: { list: '$items', hasMore: '$hasMore' } },
      capabilities: { success: true, payload: { tools: { $name: '$inputSchema' } } },
      secretName: 'plainTextToken',
      unauthenticatedStatus: 404,
      createdStatus: 200,
      deletedStatus: 200,
      unknownIdStatus: 410,
      refusedStatus: 418,
      expiresAtFormat: 'unix-seconds',
    },
  },
  {
    name: 'data beside meta, and errors as a text',
    choices: {
      list: (kind, records, { hasMore, last }) => ({
        data: { items: records },
        meta: { kind: `${kind}s`, next: hasMore ? last : null },
      }),
      single: (_kind, record) => ({ data: record }),
      configuration: (value) => ({ data: { value } }),
      error: ({ detail, options }) => (options ? `${detail} Use one of: ${options.join(', ')}` : detail),
      secret: (token, secret) => ({ ...token, hash: secret }),
      status: { stranger: 403, created: 202, renamed: 200 },
      codeName: 'handle',
      oauth: { answer: (issued) => ({ result: issued }) },
    },
    conventions: {
      ...usual,
      listEnvelope: { data: { items: '$items' }, meta: { kind: '$kind', next: '$next' } },
      legacyListEnvelope: { data: { items: '$items' }, meta: { kind: '$kind', next: '$next' } },
      objectEnvelope: { $default: { data: '$item' }, 'configurations.value': { data: { value: '$item' } } },
      errorBody: '$message Use one of: $allowed',
      legacyPageSize: 1000,
      secretName: 'hash',
      stateCodeName: 'handle',
      unauthenticatedStatus: 403,
      createdStatus: 202,
      tokenResponse: {
        result: {
          access_token: '$access_token',
          token_type: '$token_type',
          expires_in: '$expires_in',
          refresh_token: '$refresh_token',
        },
      },
    },
  },
]

/** The member paths and types of JSON, with records as what they are: their members beside id and name are open. */
function shapeOf(json: unknown): unknown {
  if (Array.isArray(json)) return json.length === 0 ? [] : [shapeOf(json[0])]
  if (typeof json !== 'object' || json === null) return json === null ? 'null' : typeof json
  const members = Object.entries(json)
  const isRecord = members.some(([name, value]) => name === 'id' && typeof value === 'string' && value.length === 27)
  const isSchema = members.some(([name]) => name === 'properties' || name === 'type')
  if (isSchema) return 'schema'
  // Which commands there are is no matter of the dialect.
  if (members.length > 0 && members.every(([, value]) => shapeOf(value) === 'schema')) return 'schemas by name'
  if (!isRecord) return Object.fromEntries(members.map(([name, value]) => [name, shapeOf(value)]).toSorted())
  const open = ['id', 'name', 'expires_at', 'secret', 'plainTextToken', 'hash']
  return {
    record: members
      .filter(([name]) => open.includes(name))
      .map(([name, value]) => `${name}: ${typeof value}`)
      .sort(),
  }
}

interface Answered {
  readonly status: number
  readonly mediaType: string | undefined
  readonly shape: unknown
}

/** Asks what every client of this API asks, and tells the form of each answer. */
async function formsOf(
  target: Target,
  fetch: FetchFunction,
  expiry: unknown,
): Promise<Readonly<Record<string, Answered>>> {
  const { credentials, samples, baseUrl, personalAccessTokens } = target
  const forms: Record<string, Answered> = {}
  const send = async (
    name: string,
    method: string,
    path: string,
    body?: unknown,
    token = accessToken,
  ): Promise<any> => {
    const isForm = body instanceof URLSearchParams
    const response = await fetch(
      new Request(`${baseUrl}${path}`, {
        method,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : isForm ? body : JSON.stringify(body),
      }),
    )
    const text = await response.text()
    const json: unknown = text === '' ? undefined : JSON.parse(text)
    const mediaType = text === '' ? undefined : response.headers.get('content-type')?.split(';')[0]
    forms[name] = { status: response.status, mediaType, shape: json === undefined ? 'no body' : shapeOf(json) }
    return json
  }
  let accessToken = ''
  const { clientId, clientSecret } = credentials!.oauth!
  const grant = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const issued = await send('a token', 'POST', '/oauth/token', new URLSearchParams(grant), '')
  accessToken = (issued.result ?? issued).access_token
  const products = `/1.13/pulse/catalogs/${samples!.catalogId}/products`
  await send('a page', 'GET', `${products}?limit=1`)
  await send('environments', 'GET', '/1.13/environments?limit=100')
  await send('a wrong enum value', 'GET', '/1.13/resources?status=none')
  await send('a malformed id', 'GET', '/1.13/pulse/catalogs/x/products')
  await send('an unknown id', 'GET', `/1.13/pulse/catalogs/${'z'.repeat(27)}/products`)
  await send('a stranger', 'GET', '/1.13/environments', undefined, '')
  await send('a legacy list', 'GET', `/0/projects/${samples!.projectId}/groups/`)
  await send('a configuration', 'GET', `/1.13/configurations/${samples!.scopeId}?path=${samples!.configurationPath}`)
  await send('capabilities', 'GET', `/services/${samples!.adapterConnectionId}/capabilities`)
  // No convention says what stands beside the code.
  const {
    url: _url,
    expires_in: _lifetime,
    ...code
  } = await send('a state code', 'POST', `/app/${samples!.adapter}/prepare-connect`)
  forms['a state code'] = { ...forms['a state code']!, shape: shapeOf(code) }
  const { scopes } = personalAccessTokens!
  const made = await send('a new token', 'POST', '/access-tokens', { name: 'made', scopes, expires_at: expiry })
  const { id } = made.payload ?? made.data ?? made
  await send('tokens', 'GET', '/access-tokens')
  await send('a refused token', 'POST', '/access-tokens', { name: 'made', expires_at: expiry })
  await send('a renamed token', 'POST', `/access-tokens/${id}`, { name: 'renamed' })
  await send('a revoked token', 'DELETE', `/access-tokens/${id}`)
  return forms
}

it.each(twins)('$name answers as its twin does', async ({ choices, conventions }) => {
  const server = openService(choices)
  const emulator = createEmulator({
    clock: '2027-03-01T10:30:00Z',
    conventions,
    checkResponses: true,
    onError: (error) => {
      throw error
    },
  })
  const moment = Date.UTC(2027, 7, 1)
  const expiry = conventions.expiresAtFormat === 'unix-seconds' ? moment / 1000 : '2027-08-01T00:00:00Z'
  const twin = toTarget(toTargetFile(emulator, 'http://twin.test', true))
  const ofServer = await formsOf(server.target, server.fetch, expiry)
  expect(await formsOf(twin, emulator.fetch, expiry)).toEqual(ofServer)
  expect(Object.values(ofServer).filter(({ status }) => status < 300).length).toBeGreaterThan(8)
})
