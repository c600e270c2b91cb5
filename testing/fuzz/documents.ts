// The statuses and media types that the OpenAPI documents name for each operation.
import { endpoints } from '../../emulator/api/endpoints/endpoints.ts'
import { toOpenApi } from '../../emulator/api/openapi/openapi.ts'
import { Router, toRoutes, servedRoutes } from '../../emulator/api/routing/router.ts'
import { controlEndpoints } from '../../emulator/control/control-endpoints.ts'
import { toControlOpenApi } from '../../emulator/control/control-openapi.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'

/** An answer, read to its end. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly type: string
  readonly text: string
}

interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, { readonly content?: object }>>
}

/** Finds the operation of a method at a path, as one document has it. */
export type Document = (path: string, method: string) => Operation | undefined

function toDocument(document: object, pathAt: (path: string) => string | undefined): Document {
  const { paths } = document as { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }
  return (path, method) => {
    const methods = paths[pathAt(path) ?? ''] ?? {}
    const name = method.toLowerCase()
    return Object.hasOwn(methods, name) ? methods[name] : undefined
  }
}

const controlRouter = new Router(toRoutes(controlEndpoints.map((endpoint) => [endpoint.path, endpoint])), 'any')

/** The document of the control API. */
export const controlDocument: Document = toDocument(
  toControlOpenApi(controlEndpoints, 'http://localhost'),
  (path) => controlRouter.find(path)?.route.path,
)

const documents = new Map<Conventions, Document>()

/** The document of the API under some conventions, made once. */
export function compiledDocument(conventions: Conventions): Document {
  const known = documents.get(conventions)
  if (known) return known
  const router = new Router(servedRoutes(endpoints, conventions), conventions.trailingSlash)
  const document = toOpenApi({ conventions, serverUrl: 'http://localhost' })
  const made = toDocument(document, (path) => router.find(path)?.route.path)
  documents.set(conventions, made)
  return made
}

/**
 * Names what an operation does not document of an answer.
 * @param isControl The control API documents every refusal as `default`. That of the API is only for faults.
 */
export function undocumented(
  { operationId, responses }: Operation,
  { status, type, text }: Answer,
  isControl: boolean,
): string | undefined {
  const documented = responses[status] ?? (isControl ? responses['default'] : undefined)
  if (!documented) return `${operationId} documents no status ${status}`
  const types = Object.keys(documented.content ?? {})
  if (types.includes(type.split(';')[0]!.trim()) || (types.length === 0 && (text === '' || status === 303)))
    return undefined
  return `${operationId} documents ${types.join(', ') || 'no body'} for ${status}; got ${type}`
}
