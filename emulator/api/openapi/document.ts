// Makes an OpenAPI 3.1 document of operations: of the emulated API, and of the control API.
import type { TSchema } from 'typebox'
import { SchemaRegistry } from './schema-registry.ts'

/** The parameters of an operation, by name. */
export interface ParameterSchemas {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
}

/** An operation, with schemas of its input and its responses. */
export interface DocumentedOperation {
  readonly path: string
  readonly method: string
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tag: string
  readonly params?: ParameterSchemas | undefined
  readonly query?: ParameterSchemas | undefined
  readonly body?: { readonly schema: TSchema; readonly required: boolean; readonly mediaType?: string } | undefined
  readonly responses: (registry: SchemaRegistry) => object
  /** Other members, such as `security`. */
  readonly more?: object
}

interface DocumentOptions {
  readonly info: { readonly title: string; readonly version: string | undefined; readonly description: string }
  readonly serverUrl: string
  readonly operations: readonly DocumentedOperation[]
  /** The description of a tag. */
  readonly describeTag: (tag: string) => string
  readonly securitySchemes: object
  /** Other members of `info` and of the document. */
  readonly moreInfo?: object
  readonly more?: object
}

/** Makes the document. */
export function toOpenApiDocument(options: DocumentOptions): object {
  const { info, serverUrl, operations, describeTag, securitySchemes, moreInfo, more } = options
  const registry = new SchemaRegistry()
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations)
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = toOperation(operation, registry)
  return {
    openapi: '3.1.0',
    info: {
      ...info,
      contact: { name: 'Platform Data API emulator' },
      license: { name: 'MIT', identifier: 'MIT' },
      ...moreInfo,
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: serverUrl }],
    tags: [...new Set(operations.map(({ tag }) => tag))]
      .sort()
      .map((name) => ({ name, description: describeTag(name) })),
    paths,
    ...more,
    components: { schemas: registry.schemas, securitySchemes },
  }
}

function toOperation(operation: DocumentedOperation, registry: SchemaRegistry): object {
  const { operationId, summary, description, tag, params, query, body, responses, more } = operation
  const parameters = [...toParameters('path', params, registry), ...toParameters('query', query, registry)]
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body && {
      requestBody: {
        required: body.required,
        content: { [body.mediaType ?? 'application/json']: { schema: registry.convert(body.schema) } },
      },
    }),
    responses: responses(registry),
    ...more,
  }
}

function toParameters(
  place: 'path' | 'query',
  { properties = {}, required = [] }: ParameterSchemas = {},
  registry: SchemaRegistry,
): readonly object[] {
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = registry.convert(property) as { description?: string }
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema,
    }
  })
}
