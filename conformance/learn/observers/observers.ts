import type { ConventionName } from '../observation.ts'
import * as envelopes from './envelopes.ts'
import { errorBody } from './error-body.ts'
import * as inputs from './inputs.ts'
import type { ConventionObserver } from './observer.ts'
import * as statuses from './statuses.ts'
import * as tokens from './tokens.ts'

/** The reason why a convention has no observer. */
export interface NoObserver {
  /** The harm that a question would do, or why no answer can show it. */
  readonly unobservable: string
}

/** The observer of each convention, or the reason why it has none. */
export const observers: { readonly [Name in ConventionName]: ConventionObserver | NoObserver } = {
  ...envelopes,
  errorBody,
  ...inputs,
  ...statuses,
  ...tokens,
  answerForms: {
    unobservable: 'It shows only in a comparison with the answers of the twin.',
  },
  bodyLimit: {
    unobservable: 'Finding it would take ever larger bodies until one is refused, which is a load on the service.',
  },
}

/** Returns true if a convention has an observer. */
export function isObserver(entry: ConventionObserver | NoObserver): entry is ConventionObserver {
  return typeof entry === 'function'
}
