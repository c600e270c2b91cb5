// The parts of the published schemas, in JSON Schema draft-07, which editors support.

/** A JSON Schema, or a part of one. */
export type Schema = Readonly<Record<string, unknown>>

/** The member by which a file names its schema. */
export const namesSchema: Schema = {
  $schema: { type: 'string', description: 'The address of this schema, for editors.' },
}

/** Removes the keywords that only the emulator reads from a TypeBox schema. */
export function removeExtensions(schema: unknown): Schema {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key.startsWith('x-') ? undefined : value)),
  ) as Schema
}
