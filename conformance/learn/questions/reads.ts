// Functions that declare read-only questions.
import { type Path, undocumentedPath } from '../../catalogue/operation-paths.ts'
import { findOperation, type OperationId } from '../../catalogue/operations.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import type { Call } from '../../judge/call.ts'
import type { Declaration } from '../../target/declarations.ts'
import { isAnonymousRefusal } from './matching.ts'
import { type CallChange, callAt, type Place, samplesOf } from './places.ts'
import type { CallContext, MakeCall, Matches, Question } from './question.ts'

/** A read-only question of one request. */
export function readQuestion(
  id: string,
  asks: string,
  needs: readonly Declaration[],
  asked: Call | MakeCall,
  matches?: Matches,
): Question {
  const call = typeof asked === 'function' ? asked : () => asked
  return {
    id,
    asks,
    needs,
    effect: 'read',
    call,
    matches,
    ask: async (asking) => {
      const made = call(asking)
      return made && (await asking.session.send(made))
    },
  }
}

/** The good request of a place. */
export const goodQuestion = (place: Place, asks: string, matches: Matches): Question =>
  readQuestion(place.operation, asks, place.needs, (asking) => callAt(place, asking), matches)

/** The good request without credentials. */
export const anonymousRead = (place: Place): Question =>
  readQuestion(
    `${place.name}.as-stranger`,
    `GET ${place.name} without credentials`,
    samplesOf(place.documented),
    (asking) => callAt(place, asking, { as: 'none' }),
    isAnonymousRefusal,
  )

/**
 * A question about the good request of a place with a change in it, which shows nothing where that request itself is
 * refused.
 */
export function variation(
  place: Place,
  word: string,
  asks: string,
  change: (asking: CallContext) => CallChange | undefined,
  matches?: Matches,
): Question {
  const call: MakeCall = (asking) => {
    const changed = change(asking)
    return changed && callAt(place, asking, changed)
  }
  return { ...readQuestion(`${place.name}.${word}`, asks, place.needs, call, matches), varies: place.operation }
}

export type Query = NonNullable<Call['query']>

/** The parameters of a list, which its ids may allow. */
export type MakeQuery = (ids: readonly string[], asking: CallContext) => Query | undefined

/** A GET of a list with other parameters. */
export const listQuestion = (
  list: Place,
  word: string,
  asks: string,
  query: Query | MakeQuery,
  matches?: Matches,
): Question =>
  variation(
    list,
    word,
    `GET ${list.name} ${asks}`,
    (asking) => {
      const made = typeof query === 'function' ? query(asking.answers.ids(list.operation), asking) : query
      return made && { query: made }
    },
    matches,
  )

/** The request and the answer to find in recorded traffic. */
export type RecordedMatch = Pick<Question, 'call' | 'matches'>

/** A request of an operation with any values in its path. */
export const recordedAs = (operation: OperationId, matches: Matches, rest: Partial<Call> = {}): RecordedMatch => ({
  call: () => ({ method: findOperation(operation).method, path: { operation, values: {} }, ...rest }),
  matches,
})

/** A question whose status depends on the data of the service. */
export const dataQuestion = (question: Question): Question => ({ ...question, isOfData: true })

/** A question that a gentle run leaves out. */
export const risky = (question: Question): Question => ({ ...question, isRisky: true })

/** A question whose answers have different bodies even in two equal services. */
export const comparedByForm = (question: Question): Question => ({ ...question, onlyForm: true })

/** The limit in the request of an answer. */
export const sentLimit = ({ request }: Exchange): number => Number(new URL(request.url).searchParams.get('limit'))

/** The address that answered a question, with another value of a parameter. */
export function changeParameter(
  { answers }: CallContext,
  question: string,
  name: string,
  value: string | undefined,
): Call | undefined {
  const answer = answers.get(question)
  if (!answer || value === undefined) return undefined
  const url = new URL(answer.request.url)
  url.searchParams.set(name, value)
  return { path: url.href }
}

/** An address below the version. Its query is a string, so that a parameter can be repeated. */
export const versioned = ({ session: { run } }: CallContext, rest: string): Path =>
  undocumentedPath(`/${run.version}${rest}`)
