// Chooses the exchanges of a run that a script repeats.
import type { Exchange } from '../../conclusions/exchange.ts'
import { carriesDeclared, isTokenRequest } from './credentials.ts'
import { idTextsIn } from './id-texts.ts'
import { type Hiding, requestLine } from './request-lines.ts'
import type { Word } from './shell-words.ts'
import type { Sign } from './fault-signs.ts'
import type { NameOf, Sources } from './value-sources.ts'
import type { RequestTrail } from './request-trail.ts'

/** The most requests in a script. */
const mostRequests = 60

/** Options of a plan. */
export interface ScriptPlanOptions extends Hiding {
  readonly baseUrl: string
  readonly trail: RequestTrail
}

/** The exchanges that a script repeats: the needed ones, and those that they took values from. */
export class Plan {
  readonly #circumstances: ScriptPlanOptions
  readonly #sources: Sources
  readonly #all: readonly Exchange[]
  readonly #needed = new Set<Exchange>()

  constructor(circumstances: ScriptPlanOptions, sources: Sources, all: readonly Exchange[]) {
    this.#circumstances = circumstances
    this.#sources = sources
    this.#all = all
  }

  /** The exchanges that are needed, in the order in which they were sent. */
  get exchanges(): readonly Exchange[] {
    return this.#all.filter((exchange) => this.#needed.has(exchange))
  }

  need(wanted: Exchange): void {
    const exchange = this.#all.find(({ request }) => request === wanted.request)
    if (!exchange || this.#needed.has(exchange) || this.#needed.size >= mostRequests) return
    this.#needed.add(exchange)
    this.lineOf(exchange, (origin) => {
      this.need(origin.exchange)
      return 'x'
    })
  }

  /** Returns true if an exchange takes values from lists, which may be shorter next time. */
  readsData(exchange: Exchange): boolean {
    let reads = false
    this.lineOf(exchange, (origin) => {
      reads ||= !isWrite(origin.exchange) && !this.#needed.has(origin.exchange)
      return 'x'
    })
    return reads
  }

  lineOf(exchange: Exchange, nameOf: NameOf): string {
    const { trail, baseUrl } = this.#circumstances
    return requestLine(exchange, baseUrl, this.#circumstances, (value) =>
      this.wordOf(value, trail.numberOf(exchange), nameOf),
    )
  }

  /** A value as the script writes it, from the answers before an exchange. */
  wordOf(value: string, before: number, nameOf: NameOf, mayRead?: (exchange: Exchange) => boolean): Word | undefined {
    return this.#sources.word(value, before, nameOf, this.#needed, mayRead)
  }
}

/**
 * The number of exchanges right before the decisive one that are repeated: among them are its siblings, which differ in
 * one thing.
 */
const siblings = 3

/** The context of a failure: the last exchanges before it, and the writes to the same things. */
export function contextOf(
  sign: Sign,
  plan: Plan,
  exchanges: readonly Exchange[],
  about: readonly string[],
  isHook: (url: string) => boolean,
): readonly Exchange[] {
  const last = Math.max(...[sign.decisive, ...(sign.others ?? [])].map((exchange) => exchanges.indexOf(exchange)))
  const before = exchanges.slice(0, last)
  const made = plan.exchanges.filter((exchange) => isWrite(exchange) && !isTokenRequest(exchange))
  const ids = [...about, ...made.flatMap(({ response }) => idTextsIn(response.text).slice(0, 1))]
  const writes = before.filter((exchange) => isWrite(exchange) && !isTokenRequest(exchange))
  const related = writes.filter(({ request: { url } }) => isHook(url) || ids.some((id) => url.includes(id)))
  // A successful use of the token, before it stopped working or should have.
  const uses = made.flatMap(
    ({ response }) =>
      before.find(({ request: { headers }, response: { status } }) => {
        const bearer = /^Bearer (.{12,})$/.exec(headers['authorization'] ?? '')?.[1]
        return status < 300 && bearer !== undefined && response.text.includes(bearer)
      }) ?? [],
  )
  // An earlier request for the same address, before anything was changed.
  const firstWrite = before.findIndex((exchange) => related.includes(exchange))
  const first = before
    .slice(0, Math.max(0, firstWrite))
    .findLast(({ request: { method, url } }) => method === 'GET' && url === sign.decisive.request.url)
  return [
    ...uses,
    ...(first ? [first] : []),
    ...(ids.length > 0 ? related : writes.slice(-mostWrites)),
    ...before
      .slice(-siblings)
      .filter((exchange) => (!isWrite(exchange) || isTokenRequest(exchange)) && !plan.readsData(exchange)),
  ]
}

const mostWrites = 12

/** Returns true if a request may change something. */
export const isWrite = ({ request: { method } }: Exchange): boolean => !/^(?:GET|HEAD|OPTIONS)$/.test(method)

/**
 * A request like the decisive one that succeeded before: with the right credentials, if it has others, or with another
 * body.
 */
export function earlierSuccess(
  decisive: Exchange,
  trail: RequestTrail,
  credentials: ReadonlySet<string>,
): readonly Exchange[] {
  const isRight = carriesDeclared(decisive, credentials)
  if (isRight && !isWrite(decisive)) return []
  const good = trail.goodLike(decisive)
  return [good.find((exchange) => carriesDeclared(exchange, credentials)) ?? good[0]].filter(
    (exchange) => exchange !== undefined,
  )
}
