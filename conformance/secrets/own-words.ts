import { advised, adviceFor } from '../catalogue/advice.ts'
import { requirements } from '../catalogue/requirements.ts'
import { verdicts } from '../catalogue/verdict.ts'

/** What messages say around the texts that they quote. */
const phrases = [
  'expected; got; did not pass, and here it is the same; see; declare and in the target file',
  'it writes: give --allow-writes, or allowWrites in the target file',
  'it builds on, which --skip leaves out; the target file says that there is no',
  'the kit itself failed; the run was ended before this was decided; the run reached its limit of',
  'and no response; answers; answered; again; accepted; refused; succeeded; without; another; instead',
]

/** Names and values that every request has. */
const names = [
  'accept authorization content-type content-length user-agent Bearer Basic DSN application/json text/html',
  'application/x-www-form-urlencoded charset utf-8 curl location link www-authenticate retry-after set-cookie cookie',
  'allow connection keep-alive transfer-encoding date server vary etag cache-control access-control-allow-origin',
  'access-control-expose-headers strict-transport-security x-request-id ratelimit-limit ratelimit-remaining',
  'grant_type client_credentials refresh_token client_id client_secret access_token token_type expires_in expires_at',
  'name scopes limit starting_after ending_before cursor results search status brand category path prepare_state',
]

/** The kit's own words and phrases. A secret that is one of them stays where the kit says it. */
export class OwnWords {
  readonly #texts: string[] = []
  #corpus: string | undefined
  readonly #known = new Map<string, boolean>()

  constructor() {
    for (const { id, statement } of requirements) this.add(`${id} | ${statement}`)
    for (const id of advised) this.add(`${adviceFor(id)!.cause} | ${adviceFor(id)!.remedy}`)
    for (const text of [...verdicts, ...phrases, ...names]) this.add(text)
  }

  /** Adds a text of the kit, such as the description of a check. */
  add(text: string): void {
    this.#texts.push(text)
    this.#corpus = undefined
    this.#known.clear()
  }

  /** Whether some words follow upon each other in a text of the kit. */
  has(text: string): boolean {
    if (text.length > 200) return false
    const phrase = wordsOf(text)
    let known = this.#known.get(phrase)
    if (known === undefined) {
      this.#corpus ??= this.#texts.map(wordsOf).join('|')
      this.#known.set(phrase, (known = phrase.length > 2 && this.#corpus.includes(phrase)))
    }
    return known
  }
}

function wordsOf(text: string): string {
  return ` ${
    text
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join(' ') ?? ''
  } `
}

const inWord = /[A-Za-z0-9]/

/** A part of a text, extended to the letters and digits beside it. */
export function wholePhrase(text: string, start: number, end: number): string {
  let from = start
  let to = end
  while (from > start - 40 && from > 0 && inWord.test(text[from - 1]!)) from--
  while (to < end + 40 && to < text.length && inWord.test(text[to]!)) to++
  return text.slice(from, to)
}
