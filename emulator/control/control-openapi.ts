import type { TObject, TSchema } from 'typebox'
import { errorSchema } from '../api/dialect/error-body.ts'
import { templateOf } from '../api/dialect/shapes.ts'
import { AnswerTemplate } from '../api/dialect/templates/answer-template.ts'
import { SchemaRegistry } from '../api/openapi/schema-registry.ts'
import { version } from '../tools/version.ts'
import type { ControlEndpoint } from './define-control.ts'

const ErrorBody = errorSchema(new AnswerTemplate('errorBody', templateOf('errorBody', 'error')), 'control')

const ofWorld = 'It acts on the world that the request names.'
const ofAll = 'It acts on the emulator and all of its worlds.'

/** The subject of each tag's operations, and the worlds that they act on. */
const tags: Readonly<Record<string, readonly [about: string, reach: string]>> = {
  case: ['A record of everything that happened, as one file.', ofAll],
  client: ['The mistakes of a client of the API.', 'There is one watch at a time, of one world or of all.'],
  clock: ['Virtual time.', ofWorld],
  collections: ['The form of records, for programs that show any of them.', ofWorld],
  conformance: ['Runs of the conformance kit.', 'There is one run at a time, by default on a copy of the emulator.'],
  conventions: ['The behaviour of the emulator in the gaps of the specification.', ofAll],
  credentials: ['Tokens, keys and clients, to inspect and revoke.', ofWorld],
  data: ['Records, to arrange and inspect.', ofWorld],
  deviations: ['Deliberate violations of the specification.', ofAll],
  events: ['The journal as it grows.', ofWorld],
  faults: ['Requests that go wrong on purpose.', ofWorld],
  health: ['Readiness.', ofAll],
  index: ['This API.', ofAll],
  openapi: ['Descriptions for programs.', ofAll],
  records: ['One record of any collection.', ofWorld],
  requests: ['The journal of what the API received.', ofWorld],
  requirements: ['The sentences of the specification that refusals cite.', ofAll],
  reset: ['Back to the seed.', ofWorld],
  scenarios: ['Situations that clients tend to overlook.', ofWorld],
  snapshot: ['A whole world as JSON.', ofWorld],
  state: ['The differences from a new world.', ofWorld],
  twin: ['Facts learned about the service that this emulator is a twin of.', 'It asks the service nothing.'],
  worlds: ['Worlds with data, clock, ids and credentials of their own.', ofAll],
}

/** Makes the OpenAPI 3.1 document of the control API. */
export function toControlOpenApi(endpoints: readonly ControlEndpoint[], serverUrl: string): object {
  const registry = new SchemaRegistry()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints)
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint, registry)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Control API of the Platform Data API emulator',
      version,
      description:
        'Arranges and inspects an emulator. A request names its world by the base path ~{world} or the header x-emulator-world; without a name it uses the default world.',
      contact: { name: 'Platform Data API emulator' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(endpoints.map(tagOf))]
      .sort()
      .map((name) => ({ name, description: tags[name]?.[0] ?? `${name}.` })),
    paths,
    // The token is needed only by a server that has one.
    security: [{}, { controlToken: [] }],
    components: {
      schemas: registry.schemas,
      securitySchemes: {
        controlToken: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The token of --control-token, needed unless the emulator has no token and listens only on loopback.',
        },
      },
    },
  }
}

function tagOf({ id }: ControlEndpoint): string {
  return id.split('.')[0]!
}

function reachOf(endpoint: ControlEndpoint): string {
  return tags[tagOf(endpoint)]?.[1] ?? ofAll
}

const tooMany = (content: object) => ({
  description: 'Too many worlds or streams are in use. Retry-After gives the seconds to wait.',
  headers: { 'Retry-After': { schema: { type: 'string' } } },
  content,
})

function operationOf(endpoint: ControlEndpoint, registry: SchemaRegistry): object {
  const { id, summary, params, query, moreQuery, body, bodyOptional, answers } = endpoint
  const json = (schema: TSchema) => ({ 'application/json': { schema: registry.convert(schema) } })
  const parametersOf = (place: 'path' | 'query', schema: TSchema | undefined) =>
    Object.entries((schema as TObject | undefined)?.properties ?? {}).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path',
      schema: registry.convert(property as TSchema),
    }))
  const more =
    moreQuery === undefined
      ? []
      : [
          {
            name: 'members',
            in: 'query',
            description: moreQuery,
            style: 'form',
            explode: true,
            schema: { type: 'object', additionalProperties: { type: 'string' } },
          },
        ]
  const parameters = [...parametersOf('path', params), ...parametersOf('query', query), ...more]
  const responses = Object.fromEntries(
    answers.map(({ status, description, schema, mediaType = 'application/json' }) => [
      String(status),
      { description, ...(schema ? { content: { [mediaType]: { schema: registry.convert(schema) } } } : {}) },
    ]),
  )
  return {
    operationId: id,
    summary,
    description: `${summary} ${reachOf(endpoint)}`,
    tags: [tagOf(endpoint)],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: !bodyOptional, content: json(body) } } : {}),
    responses: {
      ...responses,
      '401': { description: 'The control token is missing or wrong.', content: json(ErrorBody) },
      ...(reachOf(endpoint) === ofWorld ? { '429': tooMany(json(ErrorBody)) } : {}),
      default: { description: 'An error: what was expected, what was received, what to do.', content: json(ErrorBody) },
    },
  }
}
