import Type, { type TObject, type TSchema } from 'typebox'
import { SchemaRegistry } from '../openapi/schema-registry.ts'
import { version } from '../tools/version.ts'
import type { ControlEndpoint } from './define-control.ts'

const ErrorBody = Type.Object(
  {
    error: Type.Object({
      code: Type.String(),
      message: Type.String(),
      details: Type.Optional(
        Type.Array(
          Type.Object({
            at: Type.String(),
            message: Type.String(),
            allowed: Type.Optional(Type.Array(Type.Unknown())),
          }),
        ),
      ),
    }),
  },
  { title: 'Error', additionalProperties: false },
)

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
        'Arranges and inspects an emulator. A request names its world by the base path ~{world} ' +
        'or the header x-emulator-world; without a name it uses the default world.',
    },
    servers: [{ url: serverUrl }],
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
            'The token of --control-token, needed unless the emulator listens on loopback alone and has none.',
        },
      },
    },
  }
}

function operationOf(
  { id, summary, params, query, moreQuery, body, bodyOptional, answers }: ControlEndpoint,
  registry: SchemaRegistry,
): object {
  const json = (schema: TSchema) => ({ 'application/json': { schema: registry.convert(schema) } })
  const given = (place: 'path' | 'query', schema: TSchema | undefined) =>
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
  const parameters = [...given('path', params), ...given('query', query), ...more]
  const responses = Object.fromEntries(
    answers.map(({ status, description, schema, mediaType = 'application/json' }) => [
      String(status),
      { description, ...(schema ? { content: { [mediaType]: { schema: registry.convert(schema) } } } : {}) },
    ]),
  )
  return {
    operationId: id,
    summary,
    tags: [id.split('.')[0]],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: !bodyOptional, content: json(body) } } : {}),
    responses: {
      ...responses,
      '401': { description: 'The control token is missing or wrong.', content: json(ErrorBody) },
      default: { description: 'An error: what was expected, what was received, what to do.', content: json(ErrorBody) },
    },
  }
}
