import { canonicalOf, literalOf } from './canonical.ts'
import { encodedForms, reversed, searchedParts } from './forms.ts'
import { SecretIndex } from './secret-index.ts'

/** A secret, and what stands for it. */
export interface Secret {
  readonly text: string
  readonly mark: string
  /** Whether it is hidden only when it stands alone, and its parts are not. */
  readonly wholeOnly: boolean
  /** The secret from its first letter or digit to its last, and what it has before and behind. */
  readonly core: string
  readonly lead: string
  readonly trail: string
  /** Whether so many of its letters are capitals that it is neither a name nor a phrase. */
  readonly tangled: boolean
}

/** Fewer letters and digits are searched for sign by sign. */
const shortestCanonical = 6

/** Whose other spellings are searched for: shorter ones occur by accident. */
export const shortestRespelled = 8

/** Pieces of secrets that are searched for at most. A target could issue secrets until no memory is left. */
const defaultPieces = 2_000_000

/** The secrets of a run, and the pieces by which texts are searched for them. */
export class KnownSecrets {
  readonly loose: SecretIndex = new SecretIndex()
  /** For secrets that consist of signs. */
  readonly literal: SecretIndex = new SecretIndex()
  readonly #byText = new Map<string, number>()
  readonly #secrets: Secret[] = []
  /** Secrets that differ in case or separators alone. */
  readonly #alike = new Map<string, number[]>()
  readonly #keys: string[] = []
  readonly #mostPieces: number
  #isFull = false

  constructor(mostPieces: number = defaultPieces) {
    this.#mostPieces = mostPieces
  }

  /** Whether there are more than can be searched for. */
  get isFull(): boolean {
    return this.#isFull
  }

  get size(): number {
    return this.#secrets.length
  }

  has(text: string): boolean {
    return this.#byText.has(text)
  }

  get(text: string): Secret | undefined {
    const at = this.#byText.get(text)
    return at === undefined ? undefined : this.#secrets[at]
  }

  at(id: number): Secret {
    return this.#secrets[id]!
  }

  /** The secrets that read as one does, but for case and separators. */
  alike(id: number): readonly Secret[] {
    return this.#alike.get(this.#keys[id]!)!.map((one) => this.#secrets[one]!)
  }

  /** The signs in a secret that follow upon some of its letters and digits. */
  behind(id: number, count: number): string {
    const { text } = this.#secrets[id]!
    let at = 0
    for (let left = count; left > 0 && at < text.length; at++) if (/[\p{L}\p{N}]/u.test(text[at]!)) left--
    return /^[^\p{L}\p{N}]{0,20}/u.exec(text.slice(at, at + 20))![0]
  }

  /** @param plainly Whether only the text is searched for, and no encoding of it. */
  add(text: string, mark: string, wholeOnly: boolean, plainly: boolean = false): void {
    const known = this.#byText.get(text)
    const secret = { text, mark, wholeOnly, tangled: isTangled(text), ...edgesOf(text) }
    if (known !== undefined) {
      const isLess = wholeOnly && !this.#secrets[known]!.wholeOnly
      this.#secrets[known] = { ...secret, wholeOnly: wholeOnly && this.#secrets[known]!.wholeOnly }
      if (isLess || wholeOnly === this.#secrets[known]!.wholeOnly) return
    }
    this.#isFull ||= this.loose.size + this.literal.size > this.#mostPieces
    if (this.#isFull) return
    const id = known ?? this.#secrets.length
    if (known === undefined) {
      this.#byText.set(text, id)
      this.#secrets.push(secret)
    }
    const key = keyOf(text)
    this.#keys[id] = key
    const alike = this.#alike.get(key)
    if (!alike) this.#alike.set(key, [id])
    else if (!alike.includes(id)) alike.push(id)
    for (const part of searchedParts(text)) this.#index(part, id, !wholeOnly, plainly)
  }

  #index(text: string, secret: number, parts: boolean, plainly: boolean): void {
    const canonical = canonicalOf(text)
    const random = isTangled(text) || (/\d/.test(text) && /[a-z]/i.test(text))
    const form = { secret, canonical, encoded: false, parts, random }
    if (canonical.length < shortestCanonical) {
      this.literal.add({ ...form, canonical: literalOf(text) })
    } else {
      this.loose.add(form)
      if (canonical.length >= shortestRespelled) this.loose.add({ ...form, canonical: canonicalOf(reversed(text)) })
    }
    if (plainly) return
    for (const encoded of encodedForms(text))
      this.loose.add({ ...form, canonical: canonicalOf(encoded), encoded: true })
  }
}

/** Most secrets that differ in case alone are near misses of one. */
function keyOf(text: string): string {
  const { codes, length } = canonicalOf(text)
  return length < shortestCanonical ? text : String.fromCharCode(...codes.subarray(0, 4096))
}

function edgesOf(text: string): Pick<Secret, 'core' | 'lead' | 'trail'> {
  const { units, length } = canonicalOf(text)
  if (length < shortestCanonical) return { core: text, lead: '', trail: '' }
  const last = units[length - 1]!
  const end = last + (text.codePointAt(last)! > 0xffff ? 2 : 1)
  return { core: text.slice(units[0]!, end), lead: text.slice(0, units[0]!), trail: text.slice(end) }
}

function isTangled(text: string): boolean {
  const capitals = text.match(/[A-Z]/g)?.length ?? 0
  const others = text.match(/[a-z]/g)?.length ?? 0
  return capitals > 0 && capitals * 3 >= others && others * 3 >= capitals
}
