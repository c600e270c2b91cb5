import type { Target } from '../../target/target-file.ts'
import type { Answers } from '../answers.ts'
import type { Observation } from '../observation.ts'

/** Reads one convention from the answers of a service. */
export type ConventionObserver = (answers: Answers, target: Target) => Observation
