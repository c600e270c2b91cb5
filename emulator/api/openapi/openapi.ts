import type { TObject, TSchema } from 'typebox'
import type { Conventions } from '../../model/contract/conventions.ts'
import type { Endpoint } from '../../model/contract/endpoint.ts'
import type { OpenMembers } from '../../model/resources/resources.ts'
import { endpoints } from '../endpoints/endpoints.ts'
import { Dialect } from '../dialect/dialect.ts'
import { inputOf } from '../input/input-of.ts'
import { pageQuery, underConventions } from '../input/list-query.ts'
import { responsesOf } from './responses.ts'
import { SchemaRegistry } from './schema-registry.ts'
import { scopeOf, securityOf, securitySchemes } from './security.ts'
import type { Route } from '../routing/router.ts'
import { nameOf } from '../auth/scopes.ts'
import { servedRoutes } from '../routing/routes.ts'
import type { AdapterRegistry } from '../../model/contract/adapter.ts'
import { version } from '../../tools/version.ts'

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
  const registry = new SchemaRegistry()
  const routes = servedRoutes(endpoints, conventions)
  const operationIds = new Set<string>()
  const paths = Object.fromEntries(
    routes.map((route) => [route.path, pathItem(route, dialect, registry, openMembers, operationIds)]),
  )
  const tags = [
    ...new Set(
      Object.values(paths).flatMap((item) =>
        Object.values(item).flatMap((operation) => (operation as { tags: readonly string[] }).tags),
      ),
    ),
  ].sort()
  return {
    openapi: '3.1.0',
    info: {
      title: 'Platform Data API',
      version: conventions.versions.at(-1),
      description,
      contact: { name: 'Platform Data API emulator' },
      license: { name: 'MIT', identifier: 'MIT' },
      'x-emulator-version': version,
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: serverUrl }],
    tags: tags.map((name) => ({ name, description: `Operations of ${name.replaceAll(/[-_]/g, ' ')}.` })),
    paths,
    ...(adapters ? { 'x-adapters': commandsOf(adapters) } : {}),
    components: { schemas: registry.schemas, securitySchemes: securitySchemes(serverUrl, dialect.conventions) },
  }
}

const description = [
  'The API as the Platform Data API emulator serves it. Shapes and statuses that the specification does not show follow the current conventions.',
  'Every path with GET also answers HEAD. Every path answers OPTIONS with Allow and a description of the endpoint.',
  'Members of a JSON body may be sent in the query string instead (clause 4). Ids are accepted bare or prefixed, and returned bare (clause 2.1).',
].join('\n\n')

function pathItem(
  route: Route<Endpoint>,
  dialect: Dialect,
  registry: SchemaRegistry,
  openMembers: OpenMembers,
  operationIds: Set<string>,
): Readonly<Record<string, object>> {
  return Object.fromEntries(
    [...route.endpoints].map(([method, endpoint]) => [
      method.toLowerCase(),
      operationOf(endpoint, route, dialect, registry, openMembers, operationIds),
    ]),
  )
}

function operationOf(
  endpoint: Endpoint,
  route: Route<Endpoint>,
  dialect: Dialect,
  registry: SchemaRegistry,
  openMembers: OpenMembers,
  operationIds: Set<string>,
): object {
  const isPaged = endpoint.paged?.(dialect.conventions) ?? true
  const parameters = [
    ...parametersOf('path', pathSchema(endpoint, route), dialect, registry),
    ...parametersOf('query', inputOf(endpoint, openMembers, dialect.conventions).query, dialect, registry),
  ].filter(({ name }) => isPaged || !Object.hasOwn(pageQuery, name))
  return {
    operationId: operationId(endpoint, route, operationIds),
    summary: endpoint.summary,
    description: descriptionOf(endpoint, dialect.conventions),
    tags: [endpoint.family ?? endpoint.id.split('.')[0]],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBodyOf(endpoint, dialect, registry, openMembers),
    responses: responsesOf(endpoint, dialect, registry, openMembers),
    security: securityOf(endpoint, dialect.conventions),
    'x-requirements': endpoint.requirements,
  }
}

/** Describes the required scope, and the conventions that shape the operation. */
function descriptionOf(endpoint: Endpoint, dialect: Pick<Conventions, 'scopeRule'>): string {
  const { credentials, conventions = [] } = endpoint
  const scope = scopeOf(endpoint)
  const name = scope === undefined ? undefined : nameOf(scope, dialect)
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
function commandsOf(adapters: AdapterRegistry): object {
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
function operationId({ id }: Endpoint, { path }: Route<Endpoint>, taken: Set<string>): string {
  const uniqueId = taken.has(id) ? `${id}.v${path.split('/')[1]}` : id
  taken.add(uniqueId)
  return uniqueId
}

/** The schema of the path parameters; a parameter without a schema is a string. */
function pathSchema({ params }: Endpoint, { path }: Route<Endpoint>): TSchema {
  const properties = (params as TObject | undefined)?.properties ?? {}
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  return {
    properties: Object.fromEntries(names.map((name) => [name, properties[name] ?? { type: 'string' }])),
    required: names,
  } as TSchema
}

function parametersOf(
  place: 'path' | 'query',
  schema: TSchema | undefined,
  { conventions }: Dialect,
  registry: SchemaRegistry,
): readonly { readonly name: string }[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Readonly<Record<string, TSchema>>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, property]) => {
    const plain = registry.convert(underConventions(property, conventions))
    const { description: about, ...rest } = plain as { description?: string }
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(about === undefined ? {} : { description: about }),
      schema: rest,
    }
  })
}

function requestBodyOf(
  endpoint: Endpoint,
  { conventions }: Dialect,
  registry: SchemaRegistry,
  openMembers: OpenMembers,
): object {
  const { body }: { readonly body?: TSchema | undefined } = inputOf(endpoint, openMembers, conventions)
  if (!body) return {}
  const mediaType = endpoint.bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
  const { required = [] } = body as { required?: readonly string[] }
  return {
    requestBody: {
      required: required.length > 0,
      content: { [mediaType]: { schema: registry.convert(body) } },
    },
  }
}
