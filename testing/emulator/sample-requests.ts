import { scopeNames, showScope } from '../../emulator/api/auth/scopes.ts'
import { writeTime } from '../../conformance/reading/times.ts'
import type { Emulator } from '../../emulator/create-emulator.ts'
import { resourceByCollection, resourceCollections } from '../../emulator/model/resources/resources.ts'

interface Operation {
  readonly operationId: string
  readonly security: readonly object[]
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> }
}

interface Parts {
  readonly method: string
  /** As in the OpenAPI document. */
  readonly path: string
  readonly operation: Operation
}

/** A value for a parameter of a path, from the data of the default pack. */
function parameterValue(emulator: Emulator, path: string, name: string): string {
  const { samples, data } = emulator
  if (name === 'scope_id') return samples.scopeId!
  if (name === 'adapter') return samples.adapter!
  if (name === 'adapterConnectionId') return samples.adapterConnectionId!
  if (name === 'command') return samples.command!.name
  // The last one, as the requests themselves use the first.
  if (name === 'id') return data.find('access_tokens').at(-1)!.id
  if (path.startsWith('/0/projects/')) return samples.projectId!
  const collection = resourceCollections.find((known) => resourceByCollection[known].name === name.replace(/_id$/, ''))
  if (!collection)
    throw new Error(`testing/emulator/sample-requests.ts has no value for the parameter ${name}: add one.`)
  return data.find(collection, { limit: 1 })[0]!.id
}

function sampleTokenBody({ clock, conventions }: Emulator): unknown {
  const time = clock.now() + 30 * 86_400_000
  return {
    name: 'New',
    scopes: [
      showScope(
        scopeNames(conventions).find((name) => name === 'projects:read') ?? scopeNames(conventions)[0]!,
        conventions,
      ),
    ],
    expires_at: writeTime(time, conventions.expiresAtFormat),
  }
}

function sampleBody(emulator: Emulator, operationId: string): unknown {
  const { samples } = emulator
  if (operationId === 'access-tokens.create') return sampleTokenBody(emulator)
  if (operationId === 'services.invoke') return samples.command!.validBody
  if (operationId.startsWith('configurations.')) return { a: 1 }
  if (operationId === 'mcp')
    return {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    }
  return operationId.startsWith('legacy.groups') ? { status: 'resolved' } : { name: 'New' }
}

/** A request that an operation accepts, made from the OpenAPI document and the default pack. */
export function sampleRequest(emulator: Emulator, { method, path, operation }: Parts): Request {
  const { clientId, clientSecret, token } = emulator.credentials
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => parameterValue(emulator, path, name))
  const url = `http://emulator.test${filled}`
  const [mediaType] = Object.keys(operation.requestBody?.content ?? {})
  const members =
    operation.operationId === 'oauth.token'
      ? { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
      : { decision: 'approve' }
  const form = new URLSearchParams(members).toString()
  const body =
    mediaType === undefined
      ? undefined
      : mediaType === 'application/json'
        ? JSON.stringify(sampleBody(emulator, operation.operationId))
        : form
  return new Request(url, {
    method: method.toUpperCase(),
    headers: {
      ...(operation.operationId === 'mcp' ? { accept: 'application/json, text/event-stream' } : {}),
      ...(operation.security.length > 0 ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': mediaType! }),
    },
    ...(body === undefined ? {} : { body }),
  })
}

/** The same request with one thing wrong, by what is wrong. Only faults that apply to the operation. */
export function spoiltRequests(emulator: Emulator, parts: Parts): Readonly<Record<string, Request>> {
  const good = () => sampleRequest(emulator, parts)
  const { url, method, headers } = good()
  const spoilt: Record<string, Request> = {}
  const without = new Headers(headers)
  without.delete('authorization')
  if (parts.operation.security.length > 0) spoilt['credentials'] = new Request(good(), { headers: without })
  if (/[0-9A-Za-z]{27}/.test(url)) {
    spoilt['malformed id'] = new Request(url.replace(/[0-9A-Za-z]{27}/, 'short'), good())
    spoilt['unknown id'] = new Request(url.replace(/[0-9A-Za-z]{27}/, '0'.repeat(27)), good())
  }
  if (parts.operation.requestBody) {
    spoilt['media type'] = new Request(url, {
      method,
      body: 'x',
      headers: { ...Object.fromEntries(headers), 'content-type': 'text/csv' },
    })
    spoilt['broken body'] = new Request(url, { method, body: '{', headers })
  }
  if (method === 'GET') spoilt['enum or limit'] = new Request(`${url}?status=&limit=0`, good())
  return spoilt
}
