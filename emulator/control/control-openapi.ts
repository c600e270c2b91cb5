import { Type, type TSchema } from 'typebox'
import { errorSchema } from '../api/dialect/error-body.ts'
import { AnswerTemplate } from '../api/dialect/templates/answer-template.ts'
import { type DocumentedOperation, toOpenApiDocument } from '../api/openapi/document.ts'
import { keyword } from '../tools/json-schema.ts'
import { version } from '../tools/version.ts'
import type { ControlEndpoint } from './define-control.ts'

const ErrorBody = errorSchema(new AnswerTemplate('errorBody', 'error'), 'control')

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

const tooMany = {
  description: 'Too many worlds or streams are in use. Retry-After gives the seconds to wait.',
  headers: { 'Retry-After': { schema: { type: 'string' } } },
}

/** Makes the OpenAPI 3.1 document of the control API. */
export function toControlOpenApi(endpoints: readonly ControlEndpoint[], serverUrl: string): object {
  return toOpenApiDocument({
    info: {
      title: 'Control API of the Platform Data API emulator',
      version,
      description:
        'Arranges and inspects an emulator. A request names its world by the base path ~{world} or the header x-emulator-world; without a name it uses the default world.',
    },
    serverUrl,
    operations: endpoints.map(controlOperationObject),
    describeTag: (name) => tags[name]?.[0] ?? `${name}.`,
    // The token is needed only by a server that has one.
    more: { security: [{}, { controlToken: [] }] },
    securitySchemes: {
      controlToken: {
        type: 'http',
        scheme: 'bearer',
        description:
          'The token of --control-token, needed unless the emulator has no token and listens only on loopback.',
      },
    },
  })
}

function controlOperationObject(endpoint: ControlEndpoint): DocumentedOperation {
  const { id, method, path, summary, params, query, body, bodyOptional = false, answers } = endpoint
  const tag = id.split('.')[0]!
  const reach = tags[tag]?.[1] ?? ofAll
  const others = keyword(query, 'additionalProperties') as { readonly description: string } | undefined
  const members = others && {
    members: Type.Object({}, { additionalProperties: Type.String(), description: others.description }),
  }
  return {
    path,
    method,
    operationId: id,
    summary,
    description: `${summary} ${reach}`,
    tag,
    params,
    query: { properties: { ...query?.properties, ...members } },
    body: body && { schema: body, required: !bodyOptional },
    responses: (registry) => {
      const contentOf = (schema: TSchema | undefined, mediaType = 'application/json') =>
        schema && { content: { [mediaType]: { schema: registry.convert(schema) } } }
      const error = contentOf(ErrorBody)
      return {
        ...Object.fromEntries(
          answers.map(({ status, description, schema, mediaType }) => [
            status,
            { description, ...contentOf(schema, mediaType) },
          ]),
        ),
        401: { description: 'The control token is missing or wrong.', ...error },
        ...(reach === ofWorld && { 429: { ...tooMany, ...error } }),
        default: { description: 'An error: what was expected, what was received, what to do.', ...error },
      }
    },
  }
}
