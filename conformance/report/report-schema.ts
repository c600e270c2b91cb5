import { operationIds } from '../catalogue/operations.ts'
import { causeKinds } from '../conclusions/cause.ts'
import { factKinds } from '../conclusions/fact.ts'
import { offers, profiles } from '../catalogue/profiles.ts'
import { verdicts } from '../conclusions/conclusion.ts'
import {
  byNames,
  clause,
  conformant,
  count,
  kit,
  list,
  milliseconds,
  object,
  type Schema,
  text,
  texts,
} from './schema-words.ts'

const evidence = object({
  request: object({ method: text, url: text, headers: texts }, { operation: { enum: [...operationIds] }, body: text }),
  response: object({ status: count, headers: texts, body: text }, { trouble: text }),
  curl: { type: 'string', pattern: '^curl ' },
})

/** The place of an exchange in the evidence; null if it was not kept. */
const place: Schema = { type: ['integer', 'null'], minimum: 0 }

/** The value that shows a failure. Its other members depend on its kind. */
const fact: Schema = {
  type: 'object',
  required: ['kind', 'at'],
  properties: { kind: { enum: [...factKinds] }, at: place, others: list(place) },
}

/** The reason why something could not be decided. Its other members depend on its kind. */
const cause: Schema = { type: 'object', required: ['kind'], properties: { kind: { enum: [...causeKinds] } } }

const places = list(object({ method: text, url: text }, { operation: { enum: [...operationIds] } }))

const result = object(
  {
    check: text,
    requirement: text,
    clause,
    verdict: { enum: [...verdicts] },
    message: text,
    evidence: list(evidence),
    durationMs: milliseconds,
  },
  {
    fact,
    cause,
    via: list(text),
    places,
    suspected: object({ fact, places }),
    reproduce: { type: 'string', pattern: '^#!/bin/sh\n' },
  },
)

/** The JSON Schema of the report about a service, which the package has as `report.schema.json`. */
export const reportSchema: Schema = object({
  kit,
  target: object({ baseUrl: text }),
  profile: { enum: [...profiles] },
  without: list({ enum: [...offers] }),
  findings: { type: 'object' },
  startedAt: { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$` },
  durationMs: milliseconds,
  requests: count,
  conformant,
  summary: byNames(verdicts, count),
  requirements: object({ stated: count, decided: count }),
  score: object({ passed: count, failed: count, undecided: count, notLookedAt: count }),
  declareNext: list(object({ name: text, requirements: count })),
  results: list(result),
  leftovers: list(text),
  secrets: object({ shortest: count, longest: count }),
})
