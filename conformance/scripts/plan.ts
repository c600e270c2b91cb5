// Which exchanges of a run a script repeats.
import type { Exchange } from '../conclusions/exchange.ts'
import { isDeclared } from './credentials.ts'
import { idsIn } from './id-texts.ts'
import { type Hiding, requestLine } from './request-lines.ts'
import type { Word } from './shell-words.ts'
import type { Sign } from './sign.ts'
import type { NameOf, Sources } from './sources.ts'
import type { Trail } from './trail.ts'

/** The most requests of one script. */
const mostRequests = 60

/** What a plan is made with. */
export interface PlanOptions extends Hiding {
  readonly baseUrl: string
  readonly trail: Trail
}

/** The exchanges that a script repeats: those that are needed, and those from which they took values. */
export class Plan {
  readonly #circumstances: PlanOptions
  readonly #sources: Sources
  readonly #all: readonly Exchange[]
  readonly #needed = new Set<Exchange>()

  constructor(circumstances: PlanOptions, sources: Sources, all: readonly Exchange[]) {
    this.#circumstances = circumstances
    this.#sources = sources
    this.#all = all
  }

  /** What is needed, in the order in which it was sent. */
  get exchanges(): readonly Exchange[] {
    return this.#all.filter((one) => this.#needed.has(one))
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

  /** Whether an exchange takes values from lists: those may be shorter next time. */
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

  /** A value as the script has it, from what came before an exchange. */
  wordOf(value: string, before: number, nameOf: NameOf, mayRead?: (exchange: Exchange) => boolean): Word | undefined {
    return this.#sources.word(value, before, nameOf, this.#needed, mayRead)
  }
}

/** Exchanges right before the decisive one: among them are its siblings, which differ in one thing. */
const siblings = 3

/** What else tells about a failure: the last exchanges before it, and what was done to the same things. */
export function contextOf(
  sign: Sign,
  plan: Plan,
  own: readonly Exchange[],
  about: readonly string[],
  isHook: (url: string) => boolean,
): readonly Exchange[] {
  const last = Math.max(...[sign.decisive, ...(sign.others ?? [])].map((one) => own.indexOf(one)))
  const before = own.slice(0, last)
  const made = plan.exchanges.filter((exchange) => isWrite(exchange) && !isTokenRequest(exchange))
  const ids = [...about, ...made.flatMap(({ response }) => idsIn(response.text).slice(0, 1))]
  const writes = before.filter((one) => isWrite(one) && !isTokenRequest(one))
  const related = writes.filter(({ request: { url } }) => isHook(url) || ids.some((id) => url.includes(id)))
  // A token that no longer works, or still does, worked before.
  const uses = made.flatMap(
    ({ response }) =>
      before.find(({ request: { headers }, response: { status } }) => {
        const bearer = /^Bearer (.{12,})$/.exec(headers['authorization'] ?? '')?.[1]
        return status < 300 && bearer !== undefined && response.text.includes(bearer)
      }) ?? [],
  )
  // The same request before anything was changed.
  const firstWrite = before.findIndex((one) => related.includes(one))
  const first = before
    .slice(0, Math.max(0, firstWrite))
    .findLast(({ request: { method, url } }) => method === 'GET' && url === sign.decisive.request.url)
  return [
    ...uses,
    ...(first ? [first] : []),
    ...(ids.length > 0 ? related : writes.slice(-mostWrites)),
    ...before.slice(-siblings).filter((one) => (!isWrite(one) || isTokenRequest(one)) && !plan.readsData(one)),
  ]
}

const mostWrites = 12

const isTokenRequest = ({ request: { url } }: Exchange): boolean => url.includes('/oauth/token')

/** Whether a request may change something. */
export const isWrite = ({ request: { method } }: Exchange): boolean => !/^(?:GET|HEAD|OPTIONS)$/.test(method)

/**
 * A request like the decisive one that succeeded before: with the right credentials, where it has others, or with
 * another body.
 */
export function controlOf(decisive: Exchange, trail: Trail, credentials: ReadonlySet<string>): readonly Exchange[] {
  const isRight = isDeclared(decisive, credentials)
  if (isRight && !isWrite(decisive)) return []
  const good = trail.goodLike(decisive)
  return [good.find((one) => isDeclared(one, credentials)) ?? good[0]].filter((one) => one !== undefined)
}
