// The schemas of facts and causes in a JSON report.
import { offers } from '../catalogue/profiles.ts'
import type { Cause, RunCredential } from '../conclusions/cause.ts'
import type { Fact } from '../conclusions/fact.ts'
import { closedUnion, countSchema, enumSchema, listSchema, type Schema, textSchema } from './schema-words.ts'

/** The place of an exchange in the evidence; null if it was not kept. */
const place: Schema = { type: ['integer', 'null'], minimum: 0 }

const texts = listSchema(textSchema)
const flag: Schema = { type: 'boolean' }

/** The value that shows a failure. */
export const factSchema: Schema = closedUnion<Fact, 'at' | 'others' | 'value'>(
  {
    status: [{ wanted: { anyOf: [countSchema, { enum: ['success', 'refusal'] }] } }, {}],
    header: [{ name: textSchema }, {}],
    link: [{ relation: enumSchema({ next: true, previous: true }) }, { from: place }],
    body: [{}, { ids: texts, members: texts, lacks: texts }],
    present: [{ ids: texts }, { members: texts }],
    missing: [{ ids: texts }, { pages: listSchema(place), foundOn: place, members: texts }],
    count: [{ wanted: countSchema, got: countSchema }, {}],
    order: [{ first: textSchema, second: textSchema }, { byCreation: flag }],
    repeated: [{ id: textSchema }, { pages: listSchema(place) }],
    token: [{}, {}],
    credential: [{ works: flag }, {}],
    secret: [{}, { made: place }],
    effect: [{ after: place }, { gone: textSchema, there: textSchema }],
    alike: [{ other: place }, {}],
    different: [{ other: place }, {}],
  },
  [{ at: place }, { others: listSchema(place) }],
)

const credential = enumSchema<RunCredential>({
  bearer: true,
  client: true,
  integrationToken: true,
  apiKey: true,
  dsn: true,
})

/** The reason why something could not be decided. */
export const causeSchema: Schema = closedUnion<Cause>({
  check: [{ check: textSchema }, {}],
  requirement: [{ requirements: texts }, {}],
  declaration: [{ members: listSchema(texts) }, { isAll: flag }],
  writes: [{}, {}],
  omitted: [{ offer: { enum: [...offers] } }, {}],
  skipped: [{ check: textSchema }, {}],
  credential: [{ credential }, { namedBy: textSchema, member: textSchema }],
  refused: [{}, {}],
  outage: [{}, {}],
  gateway: [{}, {}],
  alike: [{}, {}],
  changed: [{}, {}],
  data: [{}, {}],
  absent: [{}, {}],
  quota: [{}, {}],
  limit: [{}, {}],
  ended: [{}, {}],
  machine: [{}, {}],
  kit: [{}, {}],
})
