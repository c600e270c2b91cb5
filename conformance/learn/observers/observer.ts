import type { Target } from '../../target/target-file.ts'
import { because } from '../../conclusions/cause.ts'
import { isRefusalStatus } from '../../reading/success.ts'
import type { Answers } from '../answers.ts'
import { learned, type Observation, unobservable, unrepresentable } from '../observation.ts'

/** Reads one convention from the answers of a service. */
export type ConventionObserver = (answers: Answers, target: Target) => Observation

/**
 * Observes the answer to an unusual request. If the usual request is also refused, the answer says nothing.
 * @param usual The question with the usual request, unless any answer counts.
 */
export const whereServed =
  (
    question: string,
    usual: string | undefined,
    read: (answers: Answers, status: number, question: string) => Observation,
  ): ((answers: Answers) => Observation) =>
  (answers) => {
    const status = answers.status(question)
    if (status === undefined) return unobservable(answers.whyNot(question))
    return usual === undefined || answers.hasSuccess(usual)
      ? read(answers, status, question)
      : unobservable(answers.whyNot(usual), question)
  }

/**
 * Observes one of two values, depending on whether an unusual request was refused.
 * @param also Further questions that show a refusal.
 * @param isServed True for an answer that serves a request.
 */
export const refusedOr = (
  {
    question,
    usual,
    also = [],
  }: { readonly question: string; readonly usual: string; readonly also?: readonly string[] },
  refused: string,
  served: string,
  isServed: (answers: Answers, question: string) => boolean = (answers, id) => answers.json(id) !== undefined,
): ((answers: Answers) => Observation) =>
  whereServed(question, usual, (answers, status) => {
    if (isRefusalStatus(status)) return learned(refused, question, ...also)
    if (!isServed(answers, usual)) return unobservable(because.absent, question)
    return isServed(answers, question) ? learned(served, question) : unrepresentable([`status ${status}`], [question])
  })

/** True for an answer with a status of success, whatever its body. */
export const succeeds = (answers: Answers, question: string): boolean => answers.hasSuccess(question)
