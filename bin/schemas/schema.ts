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

/** A pattern of texts that have the length of `highest` and sort at or before it. */
export function patternOfAtMost(highest: string, alphabet: string): string {
  const any = `[${alphabet}]`
  const below = [...highest].flatMap((character, index) => {
    const lower = alphabet.slice(0, alphabet.indexOf(character))
    const rest = highest.length - index - 1
    return lower === '' ? [] : [`${highest.slice(0, index)}[${lower}]${rest === 0 ? '' : `${any}{${rest}}`}`]
  })
  return `^(?:${[...below, highest].join('|')})$`
}
