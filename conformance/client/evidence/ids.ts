// The ids that a client received, and those that it sent.
import { stripPrefix, isBare } from '../../reading/id-forms.ts'
import { collectTexts } from '../../reading/find-list.ts'
import { percentDecoded } from '../../percent-decoded.ts'
import { computedOnce } from './computed-once.ts'
import { queryParameters, type ClientExchange, type Transcript } from './transcript.ts'

/** All ids in a JSON value, without prefixes. */
function collectIds(json: unknown): readonly string[] {
  return collectTexts(json)
    .map(({ text }) => stripPrefix(text))
    .filter(isBare)
}

/** Two ids do not share this many leading characters by chance: the time of an id takes fewer. */
const sameBeginning = 20

/** When each id was first handed out: the position of the answer among all arrivals and answers. */
export class HandedOut {
  readonly #since = new Map<string, number>()
  readonly #byLowerCase = new Map<string, string[]>()

  constructor(exchanges: readonly ClientExchange[], input: unknown) {
    for (const id of collectIds(input)) this.#add(id, 0)
    const answered = exchanges.filter(({ response }) => response !== undefined)
    for (const exchange of answered.toSorted((left, right) => answerMoment(left) - answerMoment(right)))
      for (const id of collectIds(exchange.response?.json)) this.#add(id, answerMoment(exchange))
  }

  #add(id: string, moment: number): void {
    if (this.#since.has(id)) return
    this.#since.set(id, moment)
    const twins = this.#byLowerCase.get(id.toLowerCase())
    if (twins) twins.push(id)
    else this.#byLowerCase.set(id.toLowerCase(), [id])
  }

  /** Returns true if an id was handed out before a request arrived. */
  has(id: string, exchange: ClientExchange): boolean {
    return (this.#since.get(id) ?? Infinity) < exchange.arrived
  }

  /** An id that differs from a string only in case. */
  twinOf(text: string, exchange: ClientExchange): string | undefined {
    return this.#byLowerCase.get(text.toLowerCase())?.find((id) => id !== text && this.has(id, exchange))
  }

  /** An id that differs from a string only at its end. */
  neighbourOf(text: string, exchange: ClientExchange): string | undefined {
    for (const id of this.#since.keys())
      if (id !== text && id.slice(0, sameBeginning) === text.slice(0, sameBeginning) && this.has(id, exchange))
        return id
    return undefined
  }

  /** An id that a string begins with, or that begins with the string. */
  longerOrShorter(text: string, exchange: ClientExchange): string | undefined {
    if (isBare(text)) return undefined
    for (const id of this.#since.keys())
      if ((id.startsWith(text) || text.startsWith(id)) && this.has(id, exchange)) return id
    return undefined
  }
}

const answerMoment = ({ answered }: ClientExchange): number => answered ?? Infinity

interface RunOfIds {
  readonly transcript: Pick<Transcript, 'exchanges'>
  readonly input?: unknown
}

/** The ids that were handed out in a run. */
export const findHandedOutIds: (run: RunOfIds) => HandedOut = computedOnce(
  ({ transcript: { exchanges } }) => exchanges,
  ({ transcript: { exchanges }, input }) => new HandedOut(exchanges, input),
)

/** An id in a request, with its place. */
export interface SentId {
  readonly where: 'path' | (typeof cursors)[number]
  readonly text: string
}

const cursors = ['starting_after', 'ending_before'] as const

/** The texts of a request that may be ids: the segments of its path, and its cursors. */
export function idsSent({ path, search }: ClientExchange): readonly SentId[] {
  const query = queryParameters({ search })
  return [
    ...path.split('/').map((segment) => ({ where: 'path' as const, text: percentDecoded(segment) })),
    ...cursors.flatMap((name) => query.getAll(name).map((text) => ({ where: name, text }))),
  ]
}
