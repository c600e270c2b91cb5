// The schemas of facts and causes in a JSON report.
import { offers } from '../catalogue/profiles.ts'
import { causeKinds } from '../conclusions/cause.ts'
import { type Content, itemOf, type Kinds, type Member } from '../conclusions/kinds.ts'
import { countSchema, listSchema, objectSchema, placesSchema, type Schema, textSchema } from './schema-words.ts'

const contents: Readonly<Record<Content, Schema>> = {
  /** The place of an exchange in the evidence, from 0; null if it was not kept. */
  exchange: { type: ['integer', 'null'], minimum: 0 },
  id: textSchema,
  member: textSchema,
  text: textSchema,
  word: textSchema,
  requirement: textSchema,
  count: countSchema,
  flag: { type: 'boolean' },
  offer: { enum: [...offers] },
  status: { anyOf: [countSchema, { enum: ['success', 'refusal'] }] },
}

function memberSchema(member: Member): Schema {
  if (typeof member !== 'string')
    return typeof member[0] === 'object' ? listSchema({ enum: [...member[0]] }) : { enum: [...member] }
  return member in contents ? contents[member as Content] : listSchema(memberSchema(itemOf(member)))
}

/** The schema of a value of any kind, with the members of its kind and no others. */
export function anyOfSchema(kinds: Kinds): Schema {
  return {
    oneOf: Object.entries(kinds).map(([kind, members]) => {
      const [optional, required] = [true, false].map((isOptional) =>
        Object.fromEntries(
          Object.entries(members)
            .filter(([name]) => name.endsWith('?') === isOptional)
            .map(([name, member]) => [name.replace('?', ''), memberSchema(member)]),
        ),
      )
      return objectSchema({ kind: { const: kind }, ...required }, optional)
    }),
  }
}

/** The reason why something could not be decided. */
export const causeSchema: Schema = anyOfSchema(causeKinds)

/** The schema of a conclusion: the value that shows a failure, with its places, or the reason why it is open. */
export function conclusionSchemas(facts: Kinds, causes: Kinds): Readonly<Record<string, Schema>> {
  const found = { fact: anyOfSchema(facts), places: placesSchema }
  return { ...found, cause: anyOfSchema(causes), suspected: objectSchema(found) }
}
