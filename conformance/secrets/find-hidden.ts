import { type Canonical, canonicalOf, literalOf } from './canonical.ts'
import { decodedRuns } from './decoded-runs.ts'
import { gram } from './gram-table.ts'
import { type KnownSecrets, type Secret, shortestRespelled } from './known-secrets.ts'
import { type ReadableWords, wholeWords } from './readable.ts'
import { type Reading, readingsOf, sourceOf } from './readings.ts'
import type { Hit } from './secret-index.ts'

/** A part of a text that shows a secret. */
export interface Hidden {
  readonly start: number
  readonly end: number
  readonly mark: string
  /** The whole secret, for one that is there as a whole. */
  readonly whole?: Secret | undefined
}

/** A part of a secret that is too long to be an accident: the head or the tail of a token that was cut in two. */
const tellingPart = 24
/** The same where it looks random. */
const tellingRandomPart = 16

/** Encodings within encodings that are opened. */
const deepest = 2

/** What a text shows of secrets, and the work that it took to find out. */
export interface Found {
  readonly hidden: readonly Hidden[]
  /** Whether it has so many layers of escapes that it could not be read. */
  readonly unread: boolean
  readonly steps: number
}

/** Finds the parts of a text that show secrets: in any spelling, and in texts that are encoded in it. */
export function findHidden(text: string, secrets: KnownSecrets, readable: ReadableWords, depth: number = 0): Found {
  const { all, endless } = readingsOf(text)
  const hidden: Hidden[] = []
  let unread = endless
  let steps = text.length
  const last = all.findLast((one) => one.text.length > 0)
  for (const reading of all) {
    const judge = new HitJudge(text, reading, secrets, readable)
    steps += reading.text.length
    for (const [index, read] of [
      [secrets.loose, canonicalOf],
      [secrets.literal, literalOf],
    ] as const) {
      if (index.size === 0) continue
      const canonical = read(reading.text)
      const { units, length } = canonical
      const before = index.steps
      const hits = index.find(canonical, (at) => at + 1 === length || units[at + 1]! > units[at]! + 1)
      steps += index.steps - before
      for (const hit of hits) {
        const found = judge.hiddenBy(hit, canonical)
        if (found) hidden.push(found)
      }
    }
    if (depth === deepest || (reading !== all[0] && reading !== last)) continue
    for (const run of decodedRuns(reading.text)) {
      const inner = findHidden(run.text, secrets, readable, depth + 1)
      steps += inner.steps
      unread ||= inner.unread
      const [first] = inner.hidden
      if (!first) continue
      const [start, end] = sourceOf(reading, run.start, run.end)
      hidden.push({ start, end, mark: first.mark })
    }
  }
  return { hidden, unread, steps }
}

/** Judges what was found in one reading of a text. */
class HitJudge {
  readonly #text: string
  readonly #reading: Reading
  readonly #secrets: KnownSecrets
  readonly #readable: ReadableWords

  constructor(text: string, reading: Reading, secrets: KnownSecrets, readable: ReadableWords) {
    this.#text = text
    this.#reading = reading
    this.#secrets = secrets
    this.#readable = readable
  }

  hiddenBy(hit: Hit, { units }: Canonical): Hidden | undefined {
    const { text } = this.#reading
    const from = units[hit.start]!
    const last = units[hit.end - 1]!
    const to = last + (text.codePointAt(last)! > 0xffff ? 2 : 1)
    if ((hit.flags & gram.full) > 0) return this.#whole(hit, from, to)
    const end = (hit.flags & (gram.head | gram.start)) > 0 ? this.#withNext(hit, to) : to
    return this.#isTelling(hit, from, end) ? this.#part(hit, from, end) : undefined
  }

  #whole(hit: Hit, from: number, to: number): Hidden | undefined {
    const { text } = this.#reading
    if ((hit.flags & gram.encoded) > 0) {
      let end = to
      while (text[end] === '=' && end < to + 2) end++
      return this.#hidden(from, end, this.#secrets.at(hit.secret))
    }
    const slice = text.slice(from, to)
    const alike = this.#secrets.alike(hit.secret)
    const exact = alike.filter(({ core }) => core === slice)
    const others = alike.filter(({ core }) => core !== slice)
    for (const secret of [...exact, ...others.filter((one) => !one.wholeOnly), ...others]) {
      const [start, end] = this.#withEdges(secret, from, to)
      const isAlone = !/[\w-]/.test(text[start - 1] ?? '') && !/[\w-]/.test(text[end] ?? '')
      if (secret.wholeOnly && !isAlone) continue
      const isLoose = secret.core !== slice
      const isShort = hit.end - hit.start < shortestRespelled
      const isSpaced = isAlone && slice.length >= 2 * secret.core.length - 1
      if (isLoose && isShort && !isSpaced && slice.toLowerCase() !== secret.core.toLowerCase()) continue
      const found = this.#hidden(start, end, secret)
      const words = wholeWords(this.#text, found.start, found.end)
      const isWord = words.length === found.end - found.start
      return (isLoose || !isWord) && this.#readable.has(words) ? undefined : found
    }
    return undefined
  }

  /** Signs before and behind its letters and digits belong to a secret, as far as they are there. */
  #withEdges({ lead, trail }: Secret, from: number, to: number): readonly [start: number, end: number] {
    const { text } = this.#reading
    let [start, end] = [from, to]
    while (start > 0 && from - start < lead.length && text[start - 1] === lead.at(start - 1 - from)) start--
    while (end - to < trail.length && text[end] === trail[end - to]) end++
    return [start, end]
  }

  /** The signs that follow in a secret upon its head, as far as they are there. */
  #withNext({ secret, start, end }: Hit, to: number): number {
    const { text } = this.#reading
    const next = this.#secrets.behind(secret, end - start)
    let at = 0
    while (at < next.length && text[to + at] === next[at]) at++
    return to + at
  }

  #isTelling({ secret, start, end, flags }: Hit, from: number, to: number): boolean {
    const { text } = this.#reading
    const slice = text.slice(from, Math.min(to, from + 400))
    const looksRandom = (/\d/.test(slice) && /[a-z]/i.test(slice)) || this.#secrets.at(secret).tangled
    if ((flags & gram.cover) > 0) {
      const isLong = slice.length >= tellingRandomPart && (looksRandom || (flags & gram.encoded) > 0)
      if (isLong || end - start >= tellingPart) return true
    }
    if ((flags & (gram.head | gram.start)) > 0 && this.#isCut(from, to)) return true
    const isAlone = !/\w/.test(text[from - 1] ?? '') && !/\w/.test(text[to] ?? '')
    return (flags & gram.half) > 0 && looksRandom && isAlone
  }

  #isCut(from: number, to: number): boolean {
    const [, end] = sourceOf(this.#reading, from, to)
    return end === this.#text.length || this.#text[end] === '…' || this.#text.startsWith('...', end)
  }

  #part(hit: Hit, from: number, to: number): Hidden | undefined {
    const [start, end] = sourceOf(this.#reading, from, to)
    const isReadable = (hit.flags & gram.encoded) === 0 && this.#readable.has(wholeWords(this.#text, start, end))
    return isReadable ? undefined : { start, end, mark: this.#secrets.at(hit.secret).mark }
  }

  #hidden(from: number, to: number, whole: Secret): Hidden {
    const [start, end] = sourceOf(this.#reading, from, to)
    return { start, end, mark: whole.mark, whole }
  }
}
