import type { Cause } from '../conclusions/cause.ts'
import type { Verdict } from '../conclusions/conclusion.ts'
import type { CheckResult } from '../judge/result.ts'
import { type JsonFact, type JsonPlace, jsonPlacesOf, toJsonFact } from './json-fact.ts'

/** The verdict of a check, for programs. */
export interface JsonVerdict {
  readonly check: string
  readonly requirement: string
  readonly clause: string
  readonly verdict: Verdict
  readonly message: string
  /** For a failure, the value that shows it. */
  readonly fact?: JsonFact
  /** For a failure, the places where it was seen. */
  readonly places?: readonly JsonPlace[]
  /** For an undecided check, the reason. */
  readonly cause?: Cause
}

/** A result without its evidence. */
export function toJsonVerdict(result: CheckResult): JsonVerdict {
  const { check, requirement, clause, verdict, message, fact, cause, evidence } = result
  return {
    check,
    requirement,
    clause,
    verdict,
    message,
    ...(fact ? { fact: toJsonFact(fact, evidence), places: jsonPlacesOf(fact) } : {}),
    ...(cause ? { cause } : {}),
  }
}
