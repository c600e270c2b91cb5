import { isObject } from './is-object.ts'
/** The contents of a file without the member `$schema`, by which editors find its JSON Schema. */
export function withoutSchema(content: unknown): unknown {
  if (!isObject(content)) return content
  const { $schema: _forEditors, ...members } = content as Readonly<Record<string, unknown>>
  return members
}
