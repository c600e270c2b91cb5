// The statuses that the specification leaves open (clause 7).
import { because } from '../../conclusions/cause.ts'
import type { Answers } from '../answers.ts'
import { learned, type Observation, unrepresentable, unobservable } from '../observation.ts'
import { foldOperations } from './by-operation.ts'
import type { ConventionObserver } from './observer.ts'
import { isSuccessStatus, isRefusalStatus } from '../../reading/success.ts'

/** A question whose answer has the status, the emulator's name of its operation, and similar operations. */
type StatusQuestion = readonly [question: string, operation: string, ...others: readonly string[]]

/**
 * The status of several questions: one value if they agree, or one per operation.
 * @param isOfKind True for a status that the convention may have.
 */
function observeStatus(
  answers: Answers,
  places: readonly StatusQuestion[],
  isOfKind: (status: number) => boolean,
): Observation {
  const seen = places.flatMap(([question, operation, ...others]) => {
    const status = answers.status(question)
    if (status === undefined) return []
    const observation = isOfKind(status) ? learned(status, question) : unrepresentable([String(status)], [question])
    return [{ operation, others, observation }]
  })
  return seen.length === 0
    ? unobservable(answers.whyNot(...places.map(([question]) => question)))
    : foldOperations(seen)
}

/** False if a request is also refused without its fault, for example because the client may not send it. */
const servesOtherwise = (answers: Answers, [, operation]: StatusQuestion): boolean =>
  isSuccessStatus(answers.status(operation) ?? 0)

/** Missing credentials. */
export const unauthenticatedStatus: ConventionObserver = (answers) =>
  observeStatus(
    answers,
    [
      ['environments.as-stranger', 'environments.list'],
      ['products.as-stranger', 'products.list'],
      ['legacy.groups.as-stranger', 'legacy.groups.list', 'legacy.groups.create'],
      ['legacy.events.as-stranger', 'legacy.events.list'],
      ['legacy.projects.as-stranger', 'legacy.projects'],
      [
        'access-tokens.as-stranger',
        'access-tokens.list',
        'access-tokens.create',
        'access-tokens.rename',
        'access-tokens.revoke',
      ],
      ['services.as-stranger', 'services.capabilities', 'services.invoke'],
      ['connect.as-stranger', 'connect.prepare'],
    ],
    isRefusalStatus,
  )

/**
 * The status for a credential that does not allow the request. If the id were also unknown, the status would be that of
 * an unknown id.
 */
export const forbiddenStatus: ConventionObserver = (answers) => {
  const places: readonly StatusQuestion[] = [
    ['access-tokens.one-scope', ''],
    ['legacy.groups.other-project', 'legacy.groups.list'],
  ]
  const refused = places.filter(([question]) => isRefusalStatus(answers.status(question)))
  if (refused.length === 0) return unobservable(answers.whyNot(...places.map(([question]) => question)))
  const [[first]] = refused as [StatusQuestion]
  const status = answers.status(first)!
  // The two may differ: a token with one scope lacks rights, while a key of one project may hide that others exist.
  if (refused.length === 2 && answers.status(refused[1]![0]) !== status)
    return learned(
      { $default: status, 'legacy.groups.list': answers.status(refused[1]![0]) },
      ...refused.map(([id]) => id),
    )
  return learned(status, ...refused.map(([id]) => id))
}

/** A well-formed id that no object has. */
export const unknownIdStatus: ConventionObserver = (answers) => {
  const places: readonly StatusQuestion[] = [
    ['products.unknown-catalog', 'products.list'],
    ['services.unknown-connection', 'services.capabilities'],
    ['legacy.groups.unknown-project', 'legacy.groups.list'],
    ['environments.retrieve-unknown', 'environments.retrieve'],
  ]
  const served = places.filter((place) => servesOtherwise(answers, place))
  return served.length === 0
    ? unobservable(answers.whyNot(...places.map(([, operation]) => operation)))
    : observeStatus(answers, served, isRefusalStatus)
}

/** The status for refused input if the specification does not state 400. Accepted input shows nothing. */
export const refusedStatus: ConventionObserver = (answers) => {
  const places: readonly StatusQuestion[] = [
    ['products.limit-text', 'products.list'],
    ['products.limit-huge', 'products.list'],
    ['products.both-cursors', 'products.list'],
    ['access-tokens.without-name', 'access-tokens.create'],
    ['environments.unknown-parameter', 'environments.list'],
  ]
  const refused = places.filter((place) => isRefusalStatus(answers.status(place[0])) && servesOtherwise(answers, place))
  if (refused.length === 0) return unobservable(answers.whyNot(...places.map(([question]) => question)))
  const byOperation = new Map<string, Set<number>>()
  for (const [question, operation] of refused)
    byOperation.set(operation, (byOperation.get(operation) ?? new Set()).add(answers.status(question)!))
  const unlike = [...byOperation].filter(([, statuses]) => statuses.size > 1)
  const seenIn = refused.map(([question]) => question)
  if (unlike.length > 0)
    return {
      state: 'conflict',
      values: [...new Set(unlike.flatMap(([, statuses]) => [...statuses]))],
      seenIn,
    }
  return observeStatus(
    answers,
    refused.filter((place, index) => refused.findIndex(([, other]) => other === place[1]) === index),
    isRefusalStatus,
  )
}

/** A created object. */
export const createdStatus: ConventionObserver = (answers) => {
  const group = 'legacy.groups.create'
  // The result of a POST of a group is not shown, so it may have no body.
  const hasBody = (answers.get(group)?.response.text ?? '') !== ''
  return observeSuccess(answers, 'access-tokens.create', ...(hasBody ? [group] : []))
}

/** Any other success. The status of the legacy root is stated. */
export const successStatus: ConventionObserver = (answers) => {
  const places: readonly StatusQuestion[] = [
    ['environments.list', 'environments.list'],
    ['environments.retrieve', 'environments.retrieve'],
    ['resources.list', 'resources.list'],
    ['products.list', 'products.list'],
    ['configurations.value', 'configurations.value'],
    ['access-tokens.list', 'access-tokens.list'],
    ['access-tokens.rename', 'access-tokens.rename'],
    ['services.capabilities', 'services.capabilities'],
    ['connect.prepare', 'connect.prepare'],
    ['services.invoke', 'services.invoke'],
    ['oauth.token', 'oauth.token'],
    ['legacy.projects', 'legacy.projects'],
    ['legacy.groups.list', 'legacy.groups.list'],
    ['legacy.events.list', 'legacy.events.list'],
  ]
  // A 204 says nothing about other operations.
  const served = places.filter((place) => servesOtherwise(answers, place) && answers.status(place[0]) !== 204)
  return served.length === 0
    ? unobservable(answers.whyNot(...places.map(([question]) => question)))
    : observeStatus(answers, served, isSuccessStatus)
}

/** A deleted object. */
export const deletedStatus: ConventionObserver = (answers) => observeSuccess(answers, 'access-tokens.revoke')

/** The status of a success. A refusal does not show it. */
function observeSuccess(answers: Answers, ...operations: readonly string[]): Observation {
  const refused = operations.filter((operation) => !isSuccessStatus(answers.status(operation) ?? 200))
  if (refused.length === operations.length) return unobservable(because.refused, ...refused)
  const places = operations.filter((operation) => !refused.includes(operation))
  return observeStatus(
    answers,
    places.map((operation) => [operation, operation]),
    isSuccessStatus,
  )
}
