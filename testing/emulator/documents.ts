// The OpenAPI documents that tests read: of the API under several conventions, and of the control API.
import { toControlOpenApi } from '../../emulator/control/control-openapi.ts'
import { controlEndpoints } from '../../emulator/control/control-endpoints.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { defaultConventions, withConventions } from '../../emulator/api/dialect/conventions.ts'
import { buildAdapterRegistry } from '../../emulator/options.ts'
import { openCombinations } from '../suite/open-combinations.ts'
import { toOpenApi } from '../../emulator/api/openapi/openapi.ts'

// eslint-disable-next-line typescript/no-explicit-any -- the tests read arbitrary members of the document
export type Any = any

/** The base URL in the documents. */
const serverUrl = 'http://emulator.test'

/** Conventions that differ in what the document shows. */
export const combinations: readonly Partial<Conventions>[] = [
  {},
  {
    listEnvelope: 'array',
    objectEnvelope: 'named',
    errorBody: 'problem',
    createdStatus: 200,
    deletedStatus: 200,
    refusedStatus: 422,
    secretName: 'secret',
  },
  {
    listEnvelope: 'items',
    objectEnvelope: 'data',
    errorBody: 'message',
    unauthenticatedStatus: 403,
    forbiddenStatus: 404,
    unknownIdStatus: 410,
    recordMembers: 'minimal',
    capabilities: 'map',
    tokenResponse: 'expiresAt',
  },
  {
    listEnvelope: 'named',
    legacyListEnvelope: 'data',
    legacyProjects: 'object',
    errorBody: 'errors',
    versions: ['1.13', '1.14'],
    accessTokensPath: '/1.13/access-tokens',
    mcpPath: '/ai/mcp',
    rateLimit: 10_000,
    pagedLists: false,
    tokenResponse: 'withoutRefreshToken',
  },
  {
    versionedResources: 'off',
    connectFlow: 'immediate',
    stateCodeName: 'code',
    scopeFormat: 'object',
    expiresAtFormat: 'unix-seconds',
    excessiveLimit: 'clamp',
  },
  ...openCombinations,
]

const made = new Map<string, Any>()

/** The document of the API under some conventions. It is made once. */
export function openApiDocument(conventions: Partial<Conventions>): Any {
  const key = JSON.stringify(conventions)
  let document = made.get(key)
  if (!document)
    made.set(
      key,
      (document = toOpenApi({
        conventions: withConventions(defaultConventions, conventions),
        serverUrl,
        adapters: buildAdapterRegistry([]),
      }) as Any),
    )
  return document
}

/** An operation of a document. */
interface DocumentedOperation {
  readonly path: string
  readonly method: string
  readonly operation: Any
}

/** Every operation of a document. */
export const listOperations = (document: Any): readonly DocumentedOperation[] =>
  Object.entries<Any>(document.paths).flatMap(([path, item]) =>
    Object.entries<Any>(item).map(([method, operation]) => ({ path, method, operation })),
  )

/** The document of the control API. */
export const controlDocument = (): Any => toControlOpenApi(controlEndpoints, `${serverUrl}/_emulator`)
