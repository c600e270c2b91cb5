// The part of an OpenAPI document that the reference shows.

/** A schema, or a reference to one. */
export interface DocumentSchema {
  readonly $ref?: string
  readonly title?: string
  readonly description?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly DocumentSchema[]
  readonly properties?: Readonly<Record<string, DocumentSchema>>
  readonly required?: readonly string[]
  readonly items?: DocumentSchema
}

/** A parameter of an operation. */
export interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: DocumentSchema
}

interface MediaTypes {
  readonly [mediaType: string]: { readonly schema?: DocumentSchema }
}

/** An operation of the document. */
export interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: MediaTypes }
  readonly responses: Readonly<
    Record<string, { readonly $ref?: string; readonly description?: string; readonly content?: MediaTypes }>
  >
  readonly 'x-requirements'?: readonly string[]
}

/** An OpenAPI document. */
export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** An operation with its place in the document. */
export interface PlacedOperation {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

/** Every operation, in the order of the document. */
export function documentedOperations({ paths }: OpenApiDocument): readonly PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ method: method.toUpperCase(), path, operation }] : []
    }),
  )
}

/** Follows `$ref`. */
export function resolveReference<Value extends { readonly $ref?: string }>(
  document: OpenApiDocument,
  value: Value,
): Value {
  const steps = value.$ref?.replace('#/', '').split('/') ?? []
  const target = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document)
  return steps.length > 0 && target ? resolveReference(document, target as Value) : value
}

/** The schema of a body, and its media type. */
export function documentedBody(
  document: OpenApiDocument,
  content: MediaTypes | undefined,
): { readonly mediaType: string; readonly schema: DocumentSchema } | undefined {
  const [first] = Object.entries(content ?? {})
  if (!first) return undefined
  return { mediaType: first[0], schema: resolveReference(document, first[1].schema ?? {}) }
}

/** The type of a schema in a few words. */
export function typeText(documentSchema: DocumentSchema): string {
  const name = documentSchema.$ref?.split('/').at(-1)
  if (name !== undefined) return name
  if (documentSchema.enum) return documentSchema.enum.map((option) => JSON.stringify(option)).join(' | ')
  if (documentSchema.const !== undefined) return JSON.stringify(documentSchema.const)
  if (documentSchema.anyOf) return documentSchema.anyOf.map((alternative) => typeText(alternative)).join(' | ')
  if (documentSchema.type === 'array') return `${documentSchema.items ? typeText(documentSchema.items) : 'any'}[]`
  return documentSchema.title ?? documentSchema.type ?? 'any'
}
