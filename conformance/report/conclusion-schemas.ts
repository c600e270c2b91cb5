// The schemas of facts and causes in a JSON report: one for each kind, whose members the compiler holds against the
// types.
import { offers } from '../catalogue/profiles.ts'
import type { Cause, CauseKind, RunCredential } from '../conclusions/cause.ts'
import type { Fact, FactKind } from '../conclusions/fact.ts'
import { countSchema, listSchema, objectSchema, type Schema, textSchema } from './schema-words.ts'

/** The members of one kind of a union, besides those of all kinds. */
type MembersOf<Union extends { readonly kind: string }, Kind extends string, Common extends string> = {
  readonly [Member in Exclude<keyof Extract<Union, { readonly kind: Kind }>, Common>]-?: Schema
}

/** The place of an exchange in the evidence; null if it was not kept. */
const place: Schema = { type: ['integer', 'null'], minimum: 0 }

const texts = listSchema(textSchema)
const flag: Schema = { type: 'boolean' }

const factMembers: { readonly [Kind in FactKind]: MembersOf<Fact, Kind, 'kind' | 'at' | 'others' | 'value'> } = {
  status: { wanted: { anyOf: [countSchema, { enum: ['success', 'refusal'] }] } },
  header: { name: textSchema },
  link: { relation: { enum: ['next', 'previous'] }, from: place },
  body: { ids: texts, members: texts, lacks: texts },
  present: { ids: texts, members: texts },
  missing: { ids: texts, pages: listSchema(place), foundOn: place, members: texts },
  count: { wanted: countSchema, got: countSchema },
  order: { first: textSchema, second: textSchema, byCreation: flag },
  repeated: { id: textSchema, pages: listSchema(place) },
  token: {},
  credential: { works: flag },
  secret: { made: place },
  effect: { after: place, gone: textSchema, there: textSchema },
  alike: { other: place },
  different: { other: place },
}

const credentials: Readonly<Record<RunCredential, true>> = {
  bearer: true,
  client: true,
  integrationToken: true,
  apiKey: true,
  dsn: true,
}

const causeMembers: { readonly [Kind in CauseKind]: MembersOf<Cause, Kind, 'kind'> } = {
  check: { check: textSchema },
  requirement: { requirements: texts },
  declaration: { members: listSchema(texts), isAll: flag },
  writes: {},
  omitted: { offer: { enum: [...offers] } },
  skipped: { check: textSchema },
  credential: { credential: { enum: Object.keys(credentials) }, namedBy: textSchema, member: textSchema },
  refused: {},
  outage: {},
  gateway: {},
  alike: {},
  changed: {},
  data: {},
  absent: {},
  quota: {},
  limit: {},
  ended: {},
  machine: {},
  kit: {},
}

/** The value that shows a failure. */
export const factSchema: Schema = {
  oneOf: Object.entries(factMembers).map(([kind, members]) =>
    objectSchema({ kind: { const: kind }, at: place }, { others: listSchema(place), ...members }),
  ),
}

/** The reason why something could not be decided. */
export const causeSchema: Schema = {
  oneOf: Object.entries(causeMembers).map(([kind, members]) => objectSchema({ kind: { const: kind } }, members)),
}
