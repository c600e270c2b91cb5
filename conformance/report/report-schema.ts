import { offers, profiles } from '../catalogue/profiles.ts'
import { verdicts } from '../conclusions/conclusion.ts'
import { causeKinds } from '../conclusions/cause.ts'
import { factKinds } from '../conclusions/fact.ts'
import { conclusionSchemas } from './conclusion-schemas.ts'
import {
  byNames,
  clause,
  conformant,
  countSchema,
  kitSchema,
  listSchema,
  milliseconds,
  objectSchema,
  requestSchema,
  type Schema,
  textSchema,
  textsSchema,
} from './schema-words.ts'

const evidence = objectSchema({
  request: requestSchema,
  response: objectSchema({ status: countSchema, headers: textsSchema, body: textSchema }, { trouble: textSchema }),
  curl: { type: 'string', pattern: '^curl ' },
})

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
    ...conclusionSchemas(factKinds, causeKinds),
    via: listSchema(textSchema),
    reproduce: { type: 'string', pattern: '^#!/bin/sh\n' },
  },
)

/** The JSON Schema of the report about a service, which the package has as `report.schema.json`. */
export const reportSchema: Schema = objectSchema(
  {
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
    failures: listSchema(objectSchema({ requirements: listSchema(textSchema), checks: listSchema(textSchema) })),
    results: listSchema(result),
    leftovers: listSchema(textSchema),
    secrets: objectSchema({ shortest: countSchema, longest: countSchema }),
  },
  { har: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' } },
)
