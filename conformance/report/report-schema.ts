import { operationIds } from '../catalogue/operations.ts'
import { causeKinds } from '../conclusions/cause.ts'
import { factKinds } from '../conclusions/fact.ts'
import { offers, profiles } from '../catalogue/profiles.ts'
import { verdicts } from '../conclusions/conclusion.ts'
import {
  byNames,
  clause,
  conformant,
  countSchema,
  kitSchema,
  listSchema,
  milliseconds,
  objectSchema,
  type Schema,
  textSchema,
  textsSchema,
} from './schema-words.ts'

const evidence = objectSchema({
  request: objectSchema(
    { method: textSchema, url: textSchema, headers: textsSchema },
    { operation: { enum: [...operationIds] }, body: textSchema },
  ),
  response: objectSchema({ status: countSchema, headers: textsSchema, body: textSchema }, { trouble: textSchema }),
  curl: { type: 'string', pattern: '^curl ' },
})

/** The place of an exchange in the evidence; null if it was not kept. */
const place: Schema = { type: ['integer', 'null'], minimum: 0 }

/** The value that shows a failure. Its other members depend on its kind. */
const fact: Schema = {
  type: 'object',
  required: ['kind', 'at'],
  properties: { kind: { enum: [...factKinds] }, at: place, others: listSchema(place) },
}

/** The reason why something could not be decided. Its other members depend on its kind. */
const cause: Schema = { type: 'object', required: ['kind'], properties: { kind: { enum: [...causeKinds] } } }

const places = listSchema(
  objectSchema({ method: textSchema, url: textSchema }, { operation: { enum: [...operationIds] } }),
)

const result = objectSchema(
  {
    check: textSchema,
    requirement: textSchema,
    clause,
    verdict: { enum: [...verdicts] },
    message: textSchema,
    evidence: listSchema(evidence),
    durationMs: milliseconds,
  },
  {
    fact,
    cause,
    via: listSchema(textSchema),
    places,
    suspected: objectSchema({ fact, places }),
    reproduce: { type: 'string', pattern: '^#!/bin/sh\n' },
  },
)

/** The JSON Schema of the report about a service, which the package has as `report.schema.json`. */
export const reportSchema: Schema = objectSchema({
  kit: kitSchema,
  target: objectSchema({ baseUrl: textSchema }),
  profile: { enum: [...profiles] },
  without: listSchema({ enum: [...offers] }),
  findings: { type: 'object' },
  startedAt: { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$` },
  durationMs: milliseconds,
  requests: countSchema,
  quick: { type: 'boolean' },
  conformant,
  summary: byNames(verdicts, countSchema),
  requirements: objectSchema({ stated: countSchema, decided: countSchema }),
  score: objectSchema({ passed: countSchema, failed: countSchema, undecided: countSchema, notLookedAt: countSchema }),
  declareNext: listSchema(objectSchema({ name: textSchema, requirements: countSchema })),
  results: listSchema(result),
  leftovers: listSchema(textSchema),
  secrets: objectSchema({ shortest: countSchema, longest: countSchema }),
})
