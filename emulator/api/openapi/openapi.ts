import { Type, type TSchema } from 'typebox'
import type { Conventions, OperationConventions } from '../../model/contract/conventions.ts'
import type { Endpoint } from '../../model/contract/endpoint.ts'
import type { OpenMembers } from '../../model/resources/resources.ts'
import { endpoints } from '../endpoints/endpoints.ts'
import { Dialect } from '../dialect/dialect.ts'
import { declaredInput, underConventions } from '../input/list-query.ts'
import { type DocumentedOperation, type ParameterSchemas, toOpenApiDocument } from './document.ts'
import { documentResponses } from './responses.ts'
import { SchemaRegistry } from './schema-registry.ts'
import { type Route, servedRoutes } from '../routing/router.ts'
import { vocabularyName, allScopes, scopeNames } from '../auth/scopes.ts'
import type { AdapterRegistry } from '../../model/contract/adapter.ts'
import { version } from '../../tools/version.ts'
import type { CredentialKind } from '../../model/contract/credentials.ts'

/** The options of `toOpenApi`. */
export interface OpenApiOptions {
  readonly conventions: Conventions
  /** The base URL of the API, without a trailing slash. */
  readonly serverUrl: string
  /** The adapters whose commands the document lists. Default: no commands. */
  readonly adapters?: AdapterRegistry
  /** Members and values that records have in addition to those of their resource. Default: none. */
  readonly openMembers?: OpenMembers
}

/** Makes the OpenAPI 3.1 document of the API under the conventions. */
export function toOpenApi({ conventions, serverUrl, adapters, openMembers = false }: OpenApiOptions): object {
  const dialect = new Dialect(conventions)
  const operationIds = new Set<string>()
  return toOpenApiDocument({
    info: { title: 'Platform Data API', version: conventions.versions.at(-1), description },
    moreInfo: { 'x-emulator-version': version },
    serverUrl,
    operations: servedRoutes(endpoints, conventions).flatMap((route) =>
      [...route.endpoints].map(([method, endpoint]) => ({
        path: route.path,
        method,
        operationId: uniqueOperationId(endpoint, route, operationIds),
        ...apiOperationObject(endpoint, route, dialect, openMembers),
      })),
    ),
    describeTag: (name) => `Operations of ${name.replaceAll(/[-_]/g, ' ')}.`,
    ...(adapters ? { more: { 'x-adapters': adapterCommands(adapters) } } : {}),
    securitySchemes: securitySchemes(serverUrl, dialect.conventions),
  })
}

const description = [
  'The API as the Platform Data API emulator serves it. Shapes and statuses that the specification does not show follow the current conventions.',
  'Every path with GET also answers HEAD. Every path answers OPTIONS with Allow and a description of the endpoint.',
  'Members of a JSON body may be sent in the query string instead (clause 4). Ids are accepted bare or prefixed, and returned bare (clause 2.1).',
].join('\n\n')

function apiOperationObject(
  endpoint: Endpoint,
  route: Route,
  dialect: Dialect,
  openMembers: OpenMembers,
): Omit<DocumentedOperation, 'path' | 'method' | 'operationId'> {
  const { conventions } = dialect.of(endpoint.id)
  const { query, body } = declaredInput(endpoint, openMembers, conventions)
  return {
    summary: endpoint.summary,
    description: operationDescription(endpoint, conventions),
    tag: endpoint.family ?? endpoint.id.split('.')[0]!,
    params: pathSchema(endpoint, route),
    query: querySchema(query, conventions),
    body: body && {
      schema: body,
      required: ((body as ParameterSchemas).required ?? []).length > 0,
      mediaType: endpoint.bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
    },
    responses: (registry) => documentResponses(endpoint, dialect, registry, openMembers),
    more: { security: securityRequirements(endpoint, conventions), 'x-requirements': endpoint.requirements },
  }
}

/** Describes the required scope, and the conventions that shape the operation. */
function operationDescription(endpoint: Endpoint, dialect: Pick<Conventions, 'scopeRule'>): string {
  const { credentials, conventions = [] } = endpoint
  const scope = neededScope(endpoint)
  const name = scope === undefined ? undefined : vocabularyName(scope, dialect)
  const needs =
    credentials.length === 0
      ? 'Needs no credentials.'
      : scope === undefined
        ? 'Needs credentials with any scope.'
        : name === undefined
          ? 'Refused for every token: no scope of `scopeRule` allows it.'
          : `Needs the scope \`${name}\`.`
  if (conventions.length === 0) return needs
  const names = conventions.map((name) => `\`${name}\``).join(', ')
  return `${needs} It follows the conventions ${names}.`
}

/** The commands of each adapter. Which of them `services.invoke` accepts depends on the connection. */
function adapterCommands(adapters: AdapterRegistry): object {
  // Linters do not look here, so references from here would not count.
  const registry = new SchemaRegistry(false)
  return Object.fromEntries(
    [...adapters.values()].map(({ name, title, commands }) => [
      name,
      {
        title,
        commands: Object.fromEntries(
          commands.map(({ name, description, body, result }) => [
            name,
            { description, body: registry.convert(body), result: registry.convert(result) },
          ]),
        ),
      },
    ]),
  )
}

/** The endpoint's id in the first served version; in other versions the id and the version. */
function uniqueOperationId({ id }: Endpoint, { path }: Route, taken: Set<string>): string {
  const uniqueId = taken.has(id) ? `${id}.v${path.split('/')[1]}` : id
  taken.add(uniqueId)
  return uniqueId
}

/** The schema of the path parameters; a parameter without a schema is a string. */
function pathSchema({ params }: Endpoint, { path }: Route): ParameterSchemas {
  const { properties = {} } = (params ?? {}) as ParameterSchemas
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  return {
    properties: Object.fromEntries(names.map((name) => [name, properties[name] ?? Type.String()])),
    required: names,
  }
}

/** The query parameters under the conventions. */
function querySchema(query: TSchema | undefined, conventions: OperationConventions): ParameterSchemas {
  const { properties = {}, ...rest } = (query ?? {}) as ParameterSchemas
  return {
    ...rest,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, underConventions(property, conventions)]),
    ),
  }
}

/** The document's security schemes, by credential kind (clause 5). */
function securitySchemes(
  serverUrl: string,
  conventions: Pick<Conventions, 'scopeRule'>,
): Readonly<Record<CredentialKind, object>> {
  const scopes = Object.fromEntries(scopeNames(conventions).map((scope) => [scope, describeScope(scope)]))
  const tokenUrl = `${serverUrl}/oauth/token`
  return {
    accessToken: {
      type: 'oauth2',
      description: 'An OAuth client, server to server (clause 5.2).',
      flows: { clientCredentials: { tokenUrl, refreshUrl: tokenUrl, scopes } },
    },
    personalAccessToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'A personal access token, for scripts and manual use (clause 5.3).',
    },
    integrationToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'The token of an internal integration, on the legacy API (clause 5.4).',
    },
    apiKey: {
      type: 'http',
      scheme: 'basic',
      description: 'An API key as the user name, with an empty password: <API_KEY>: (clause 5.6).',
    },
    dsn: {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description: 'DSN <DSN>, the client key, on endpoints that support it (clause 5.5).',
    },
  }
}

function describeScope(scope: string): string {
  if (!(allScopes as readonly string[]).includes(scope)) return `Allows what the convention scopeRule says of ${scope}.`
  const [family = '', action] = scope.split(':')
  return `${action === 'read' ? 'Retrieve' : 'Create, change and delete'} ${family.replaceAll(/[-_]/g, ' ')}.`
}

/** The scope that an operation needs; undefined when it needs none. */
function neededScope({ family, action, method }: Endpoint): string | undefined {
  return family === undefined ? undefined : `${family}:${action ?? (method === 'GET' ? 'read' : 'write')}`
}

/** The security requirements of an operation: any one of its credentials is enough. */
function securityRequirements(endpoint: Endpoint, conventions: Pick<Conventions, 'scopeRule'>): readonly object[] {
  const scope = neededScope(endpoint)
  const name = scope === undefined ? undefined : vocabularyName(scope, conventions)
  const scopes = name === undefined ? [] : [name]
  return endpoint.credentials.map((kind) => ({ [kind]: kind === 'accessToken' ? scopes : [] }))
}
