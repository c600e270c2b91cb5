import { offers, profiles } from '../catalogue/profiles.ts'
import { verdicts } from '../catalogue/verdict.ts'
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
  request: object({ method: text, url: text, headers: texts }, { body: text }),
  response: object({ status: count, headers: texts, body: text }, { trouble: text }),
  curl: { type: 'string', pattern: '^curl ' },
})

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
  { reproduce: { type: 'string', pattern: '^#!/bin/sh\n' } },
)

/** The JSON report about a service: DESIGN.md section 7; `without`, `score` and what follows `results` come on top. */
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
