// The statuses that the specification leaves open (clause 7).
import type { Answers } from '../answers.ts'
import { learned, unrepresentable, unobservable } from '../observation.ts'
import { foldOperations } from './by-operation.ts'
import type { ConventionObserver } from './observer.ts'
import { isSuccessStatus, isRefusalStatus } from '../../reading/success.ts'

/** A question whose answer has the status, the emulator's name of its operation, and similar operations. */
type StatusQuestion = readonly [question: string, operation: string, ...others: readonly string[]]

type ShowsStatus = (answers: Answers, place: StatusQuestion) => boolean

/**
 * The status of several questions: one value if they agree, or one per operation.
 * @param isOfKind True for a status that the convention may have.
 * @param shows True for a question whose answer shows the status. Default: any.
 */
const observeStatus =
  (
    places: readonly StatusQuestion[],
    isOfKind: (status: number) => boolean,
    shows: ShowsStatus = () => true,
  ): ConventionObserver =>
  (answers) => {
    const seen = places.flatMap((place) => {
      const [question, operation, ...others] = place
      const status = answers.status(question)
      if (status === undefined || !shows(answers, place)) return []
      const observation = isOfKind(status) ? learned(status, question) : unrepresentable([String(status)], [question])
      return [{ operation, others, observation }]
    })
    if (seen.length > 0) return foldOperations(seen)
    return unobservable(
      answers.whyNot(...places.map(([question]) => question), ...places.map(([, operation]) => operation)),
    )
  }

const isRefused: ShowsStatus = (answers, [question]) => isRefusalStatus(answers.status(question))

/** False if a request is also refused without its fault, for example because the client may not send it. */
const servesOtherwise: ShowsStatus = (answers, [, operation]) => isSuccessStatus(answers.status(operation) ?? 0)

/** The question of an operation itself. */
const itself = (operation: string): StatusQuestion => [operation, operation]

/** Missing credentials. */
export const unauthenticatedStatus: ConventionObserver = observeStatus(
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
 * an unknown id. A token with one scope lacks rights, while a key of one project may hide that others exist.
 */
export const forbiddenStatus: ConventionObserver = observeStatus(
  [
    ['access-tokens.one-scope', ''],
    ['legacy.groups.other-project', 'legacy.groups.list'],
  ],
  isRefusalStatus,
  isRefused,
)

/** A well-formed id that no object has. */
export const unknownIdStatus: ConventionObserver = observeStatus(
  [
    ['products.unknown-catalog', 'products.list'],
    ['services.unknown-connection', 'services.capabilities'],
    ['legacy.groups.unknown-project', 'legacy.groups.list'],
    ['environments.retrieve-unknown', 'environments.retrieve'],
  ],
  isRefusalStatus,
  servesOtherwise,
)

/** Refused input, by the questions of each operation. */
const refusedInput: readonly StatusQuestion[] = [
  ['products.limit-text', 'products.list'],
  ['products.limit-huge', 'products.list'],
  ['products.both-cursors', 'products.list'],
  ['access-tokens.without-name', 'access-tokens.create'],
  ['environments.unknown-parameter', 'environments.list'],
]

/** The status for refused input if the specification does not state 400. Accepted input shows nothing. */
export const refusedStatus: ConventionObserver = (answers, target) => {
  const refused = refusedInput.filter((place) => isRefused(answers, place) && servesOtherwise(answers, place))
  const ofOperations = Object.values(Object.groupBy(refused, ([, operation]) => operation)).map(
    (places) => places ?? [],
  )
  const statuses = (places: readonly StatusQuestion[]) => new Set(places.map(([question]) => answers.status(question)))
  const unlike = ofOperations.filter((places) => statuses(places).size > 1)
  if (unlike.length > 0)
    return { state: 'conflict', values: [...statuses(unlike.flat())], seenIn: refused.map(([question]) => question) }
  const firsts = ofOperations.flatMap(([first]) => (first ? [first] : []))
  return firsts.length > 0
    ? observeStatus(firsts, isRefusalStatus)(answers, target)
    : unobservable(answers.whyNot(...refusedInput.flat()))
}

/** The result of a POST of a group is not shown, so it may have no body. */
const hasBody: ShowsStatus = (answers, [question]) =>
  question !== 'legacy.groups.create' || answers.get(question)!.response.text !== ''

/** A created object. */
export const createdStatus: ConventionObserver = observeStatus(
  [itself('access-tokens.create'), itself('legacy.groups.create')],
  isSuccessStatus,
  (answers, place) => servesOtherwise(answers, place) && hasBody(answers, place),
)

/** Any other success. The status of the legacy root is stated, and a 204 says nothing about other operations. */
export const successStatus: ConventionObserver = observeStatus(
  [
    'environments.list',
    'environments.retrieve',
    'resources.list',
    'products.list',
    'configurations.value',
    'access-tokens.list',
    'access-tokens.rename',
    'services.capabilities',
    'connect.prepare',
    'services.invoke',
    'oauth.token',
    'legacy.projects',
    'legacy.groups.list',
    'legacy.events.list',
  ].map(itself),
  isSuccessStatus,
  (answers, place) => servesOtherwise(answers, place) && answers.status(place[0]) !== 204,
)

/** A deleted object. */
export const deletedStatus: ConventionObserver = observeStatus(
  [itself('access-tokens.revoke')],
  isSuccessStatus,
  servesOtherwise,
)
