import { offers, profiles } from '../catalogue/profiles.ts'
import { verdicts } from '../conclusions/conclusion.ts'
import { causeKinds } from '../conclusions/cause.ts'
import { factKinds } from '../conclusions/fact.ts'
import {
  type AllowedValue,
  arraySchema,
  countSchema,
  countsSchemas,
  digestSchema,
  enumSchema,
  flagSchema,
  formSchema,
  milliseconds,
  objectSchema,
  responseSchema,
  resultSchema,
  type Schema,
  textSchema,
  timeSchema,
} from './schema-words.ts'

const counts = countsSchemas(verdicts)

/** The claim and the verdict of a report, which the manifest of its bundle repeats. */
export const claimMembers = {
  target: objectSchema({ baseUrl: textSchema }),
  /** The part of the specification that the target claims. */
  profile: enumSchema(profiles),
  /** The parts that the target declares not to offer. */
  without: arraySchema(enumSchema(offers)),
  conformant: counts.conformant,
}

const result = resultSchema(
  { verdicts, facts: factKinds, causes: causeKinds },
  { check: textSchema, requirement: textSchema, durationMs: milliseconds },
  {
    /** The chain of checks that passed it on, each building on the next. */
    via: arraySchema(textSchema),
    /** For a failure, a POSIX shell script that reproduces it. */
    reproduce: formSchema('^#!/bin/sh\n'),
  },
  { response: responseSchema, curl: formSchema('^curl ') },
)

/** The JSON Schema of the report about a service, which the package has as `report.schema.json`. */
export const reportSchema = objectSchema(
  {
    ...counts,
    ...claimMembers,
    findings: { type: 'object' } as Schema<Readonly<Record<string, unknown>>>,
    startedAt: timeSchema,
    durationMs: milliseconds,
    requests: countSchema,
    /** True for a quick run, which sends a selection of requests by the seed. It proves no conformance. */
    quick: flagSchema,
    /** The number of all stated requirements by outcome, whatever the target claims. */
    score: objectSchema({ passed: countSchema, failed: countSchema, undecided: countSchema, notLookedAt: countSchema }),
    /** The members of a target file that would decide the most open requirements, each with their number. */
    declareNext: arraySchema(objectSchema({ name: textSchema, requirements: countSchema })),
    /** The failures by cause: the requirements that each breaks, the most specific first, and the failed checks. */
    failures: arraySchema(objectSchema({ requirements: arraySchema(textSchema), checks: arraySchema(textSchema) })),
    results: arraySchema(result),
    /** The objects that the run created and could not delete. */
    leftovers: arraySchema(textSchema),
    /** The minimum and maximum length of a secret. Longer secrets are found by their beginning and end. */
    secrets: objectSchema({ shortest: countSchema, longest: countSchema }),
  },
  /** In a bundle, the hash of its HAR. */
  { har: digestSchema },
)

/** The JSON report. Programs depend on its members, so none is renamed or removed. */
export type JsonReport = AllowedValue<typeof reportSchema>
