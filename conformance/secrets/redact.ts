import { spellings } from './spellings.ts'

/** Texts shorter than this are no secrets, and would take common words out of a report. */
const shortest = 6

/** A part of a secret that is no accident, wherever it stands: the head or the end of a token that somebody cut. */
const tellingPart = 24
/** The same where it looks as made by chance. */
const tellingRandomPart = 16

/** Deeper values are those of a hostile target; to walk them would end the run without a report. */
const deepest = 200

/**
 * Knows every secret of a run, those it was given and those it learned, and takes them out of whatever is
 * written: as they are, percent-encoded, escaped in JSON or HTML, in the base64 of HTTP Basic, cut off, and cut in two.
 */
export class Redactor {
  readonly #marks = new Map<string, string>()
  /** Of these no part is taken for a secret: it may be the name of a user, or an id. */
  readonly #wholes = new Set<string>()
  #pattern: RegExp | undefined
  #order: readonly (readonly [secret: string, mark: string])[] = []

  knows(secret: string): boolean {
    return this.#marks.has(secret)
  }

  /** Registers a secret under the name that stands for it, as in `<access_token>`. */
  add(secret: string, name: string): void {
    if (secret.length < shortest) return
    this.#marks.set(secret, `<${name}>`)
    this.#pattern = undefined
  }

  /** Registers a secret together with what is none, as HTTP Basic has a user and a password; register the secret part by itself too. */
  addWhole(whole: string, name: string): void {
    this.#wholes.add(whole)
    this.add(whole, name)
  }

  text(text: string): string {
    if (this.#marks.size === 0 || text.length < shortest) return text
    const whole = text.replace(
      this.#compiled(),
      (_form: string, ...groups: unknown[]) =>
        this.#order[groups.findIndex((group) => group !== undefined)]?.[1] ?? '<secret>',
    )
    return this.#order.reduce(
      (cut, [secret, mark]) =>
        this.#wholes.has(secret) ? cut : withoutEnd(withoutHead(cut, secret, mark), secret, mark),
      whole,
    )
  }

  /** A copy of a JSON value with every text and member name in it redacted. What it holds twice, the copy holds twice. */
  value<T>(value: T): T {
    return this.#value(value, new Map(), 0) as T
  }

  #value(value: unknown, copies: Map<object, unknown>, depth: number): unknown {
    if (typeof value === 'string') return this.text(value)
    if (typeof value !== 'object' || value === null) return value
    if (depth === deepest) return '(nested too deeply)'
    let copy = copies.get(value)
    if (copy === undefined) {
      copy = Array.isArray(value)
        ? value.map((item: unknown) => this.#value(item, copies, depth + 1))
        : Object.fromEntries(
            Object.entries(value).map(([name, member]) => [this.text(name), this.#value(member, copies, depth + 1)]),
          )
      copies.set(value, copy)
    }
    return copy
  }

  /** One group a secret, the longest secret first: one may be a part of another. */
  #compiled(): RegExp {
    if (!this.#pattern) {
      this.#order = [...this.#marks].sort(([left], [right]) => right.length - left.length)
      this.#pattern = new RegExp(this.#order.map(([secret]) => `(${spellings(secret)})`).join('|'), 'g')
    }
    return this.#pattern
  }
}

/** Takes out the head of a secret that ends the text, stands before an ellipsis, or is too long to be an accident. */
function withoutHead(text: string, secret: string, mark: string): string {
  const least = Math.min(12, Math.max(8, Math.ceil(secret.length / 2)))
  if (secret.length <= least || text.length < least) return text
  const head = secret.slice(0, least)
  let rest = text
  let done = ''
  for (let at = rest.indexOf(head); at >= 0; at = rest.indexOf(head)) {
    let end = at + least
    while (end < rest.length && rest[end] === secret[end - at]) end++
    const cut =
      end === rest.length || rest[end] === '…' || rest.startsWith('...', end) || isTelling(rest.slice(at, end))
    done += cut ? `${rest.slice(0, at)}${mark}` : rest.slice(0, end)
    rest = rest.slice(end)
  }
  return done + rest
}

/** Takes out the end of a secret that is too long to be an accident: its other half, where a text was cut in two. */
function withoutEnd(text: string, secret: string, mark: string): string {
  if (secret.length <= tellingRandomPart || text.length < tellingRandomPart) return text
  const tail = secret.slice(-tellingRandomPart)
  let rest = text
  let done = ''
  for (let at = rest.lastIndexOf(tail); at >= 0; at = rest.lastIndexOf(tail)) {
    const end = at + tail.length
    let start = at
    while (start > 0 && end - start < secret.length && rest[start - 1] === secret.at(start - 1 - end)) start--
    done = `${isTelling(rest.slice(start, end)) ? mark : rest.slice(start, end)}${rest.slice(end)}${done}`
    rest = rest.slice(0, start)
  }
  return rest + done
}

function isTelling(part: string): boolean {
  return (
    part.length >= tellingPart ||
    (part.length >= tellingRandomPart && /\d/.test(part) && /[A-Z]/.test(part) && /[a-z]/.test(part))
  )
}
