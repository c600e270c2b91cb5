import { offers, profiles } from '../catalogue/profiles.ts'
import { verdicts } from '../conclusions/conclusion.ts'
import { causeKinds } from '../conclusions/cause.ts'
import { factKinds } from '../conclusions/fact.ts'
import {
  countsSchemas,
  responseSchema,
  resultSchema,
  countSchema,
  arraySchema,
  milliseconds,
  objectSchema,
  type Schema,
  textSchema,
} from './schema-words.ts'

const result = resultSchema({
  verdicts,
  facts: factKinds,
  causes: causeKinds,
  evidence: { response: responseSchema, curl: { type: 'string', pattern: '^curl ' } },
  required: { check: textSchema, requirement: textSchema, durationMs: milliseconds },
  optional: { via: arraySchema(textSchema), reproduce: { type: 'string', pattern: '^#!/bin/sh\n' } },
})

/** The JSON Schema of the report about a service, which the package has as `report.schema.json`. */
export const reportSchema: Schema = objectSchema(
  {
    ...countsSchemas(verdicts),
    target: objectSchema({ baseUrl: textSchema }),
    profile: { enum: [...profiles] },
    without: arraySchema({ enum: [...offers] }),
    findings: { type: 'object' },
    startedAt: { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$` },
    durationMs: milliseconds,
    requests: countSchema,
    quick: { type: 'boolean' },
    score: objectSchema({ passed: countSchema, failed: countSchema, undecided: countSchema, notLookedAt: countSchema }),
    declareNext: arraySchema(objectSchema({ name: textSchema, requirements: countSchema })),
    failures: arraySchema(objectSchema({ requirements: arraySchema(textSchema), checks: arraySchema(textSchema) })),
    results: arraySchema(result),
    leftovers: arraySchema(textSchema),
    secrets: objectSchema({ shortest: countSchema, longest: countSchema }),
  },
  { har: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' } },
)
