import { type Phrase, phrase } from '../conclusions/phrase.ts'
import type { Session } from '../judge/session.ts'
import { findBound, type Neighbour } from './similar.ts'

/** A string that is nearly a secret. */
export interface NearMiss {
  readonly text: string
  /** The difference from the secret, as in "a Bearer value with its last character changed". */
  readonly change: string
  /**
   * True for the changes that a comparison in a single place of a service misses most often: they are tried at every
   * place.
   */
  readonly isUsual: boolean
  /** The index of the one character that is changed, if it is in no special place. */
  readonly place?: number | undefined
}

const lower = 'abcdefghijklmnopqrstuvwxyz'
const base64 = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${lower}0123456789+/-_`
const base32 = `${lower}234567`

const isHexadecimal = (secret: string): boolean => /^(?:[^\dA-Za-z]|[\da-f])*$|^(?:[^\dA-Za-z]|[\dA-F])*$/.test(secret)
const hasBothCases = (text: string): boolean => /[g-z]/.test(text) && /[G-Z]/.test(text)

/**
 * The place of a letter or digit at or after an index that is followed by another one: a part of a secret may end
 * anywhere.
 */
function findInnerPlace(secret: string, from: number): number {
  const place = secret.slice(from).search(/[\dA-Za-z](?=[\dA-Za-z])/)
  return place < 0 ? Math.min(from, secret.length - 1) : from + place
}

function replaceCharacter(secret: string, place: number, by: string): string {
  return `${secret.slice(0, place)}${by}${secret.slice(place + 1)}`
}

/** The next letter or digit of the same kind. It is never an alternative spelling of the same value, as l is for 1. */
export function nextCharacter(character: string): string {
  for (const kind of ['0123456789', 'abcdef', lower.slice(6)])
    for (const letters of [kind, kind.toUpperCase()]) {
      const at = letters.indexOf(character)
      if (at >= 0) return letters[(at + 1) % letters.length]!
    }
  return 'x'
}

/**
 * A secret with another last character. In base64 and base32, only the highest bit of the last character is certain to
 * be read, so that bit differs.
 */
function otherEnd(secret: string): string {
  const place = secret.replace(/=+$/, '').length - 1
  const character = secret[place]!
  if (isHexadecimal(secret) || !/[\dA-Za-z]/.test(character))
    return replaceCharacter(secret, place, nextCharacter(character))
  if (hasBothCases(secret)) return replaceCharacter(secret, place, base64.indexOf(character) < 32 ? 'x' : 'Q')
  const other = base32.indexOf(character.toLowerCase()) < 16 ? 'x' : 'c'
  return replaceCharacter(secret, place, /[A-Z]/.test(secret) ? other.toUpperCase() : other)
}

/** The place of a letter whose case matters, as close to the end as is safe; undefined if case may not matter. */
function findCasedLetter(secret: string): number | undefined {
  // The first half may contain a prefix in another case, and case does not matter in hexadecimal.
  return hasBothCases(secret.slice(secret.length >> 1))
    ? secret.slice(0, -2).search(/[G-Zg-z](?![^]*[G-Zg-z])/)
    : undefined
}

/** A secret with one letter in the other case. */
function secretInOtherCase(secret: string, place: number): string {
  const letter = secret[place]!
  return replaceCharacter(secret, place, letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())
}

/**
 * A secret with more characters at the end. A single one may encode bits that are never read: half a byte in
 * hexadecimal, or the rest of a byte in base64. Two add at least a byte.
 */
function lengthenSecret(secret: string): string {
  const isWhole = [...secret.matchAll(/^|[^\dA-Za-z]/g)].some(
    ({ index, 0: { length } }) => (secret.length - index - length) % 4 === 0,
  )
  const more = hasBothCases(secret) && !isWhole ? 'x' : isHexadecimal(secret) ? '7a' : 'xQ'
  return insertBeforePadding(secret, more)
}

/** A text with more characters before its base64 padding: a decoder may not read past the padding. */
function insertBeforePadding(secret: string, more: string): string {
  return secret.replace(/=*$/, (padding) => `${more}${padding}`)
}

/** The payload of a JSON Web Token; undefined for another text. */
function payloadOfJwt(secret: string): string | undefined {
  const [, header, payload] = /^([\w-]+)\.([\w-]+)\.[\w-]+$/.exec(secret) ?? []
  if (header === undefined) return undefined
  try {
    const { alg } = JSON.parse(atob(header.replaceAll('-', '+').replaceAll('_', '/'))) as { readonly alg?: unknown }
    return typeof alg === 'string' ? payload : undefined
  } catch {
    return undefined
  }
}

/** The eighths of a secret, from 0, except the first, the last and the middle one. */
const eighths = [1, 2, 3, 5, 6]

/** Variants of a long secret with one character changed in one of its eighths. */
function changedInEighths(
  secret: string,
): readonly (readonly [text: string, change: string, isUsual: false, place: number])[] {
  if (secret.length < 24) return []
  return eighths.map((part) => {
    const place = findInnerPlace(secret, Math.ceil((part * secret.length) / 8))
    const change = `with character ${place + 1} of ${secret.length} changed`
    return [replaceCharacter(secret, place, nextCharacter(secret[place]!)), change, false, place]
  })
}

/** Changes of single characters of a secret, found after one was accepted. */
export interface ChangedCharacters {
  readonly neighbours: readonly Neighbour[]
  /** The part of the secret that is not compared, in words; undefined if only case is not. */
  readonly ignored: Phrase | undefined
}

/**
 * Finds where the part of a secret begins and ends that a comparison leaves out, after a change in it was accepted. The
 * last character may encode bits that are never read, so it is not tried.
 */
export async function charactersAround(
  session: Session,
  secret: string,
  place: number,
  isAccepted: (text: string) => Promise<boolean>,
): Promise<ChangedCharacters> {
  const accepted: number[] = []
  const isIgnored = async (at: number): Promise<boolean> => {
    const text = replaceCharacter(secret, at, nextCharacter(secret[at]!))
    session.run.addNearMiss(text, secret, `with character ${at + 1} of ${secret.length} changed`)
    const isOne = await isAccepted(text)
    if (isOne) accepted.push(at + 1)
    return isOne
  }
  const changed = (list: readonly number[], isRight: boolean): readonly Neighbour[] =>
    list.length === 0
      ? []
      : [
          [
            phrase`with only character ${{ list: list.toSorted((left, right) => left - right), between: ' or ' }} changed`,
            isRight,
          ],
        ]
  if (!(await isIgnored(place))) return { neighbours: changed([place + 1], true), ignored: undefined }
  const before = await findBound(place, -1, isIgnored)
  const after = await findBound(place, secret.length - 1, isIgnored)
  const compared = [before[1], after[1]].filter((at) => at >= 0 && at < secret.length - 1).map((at) => at + 1)
  return {
    neighbours: [...changed(accepted, false), ...changed(compared, true)],
    ignored: ignoredPart(before, after, secret.length),
  }
}

/** The part between two bounds, each the last place of it and the first compared one, if there is one. */
function ignoredPart(
  [first, before]: readonly [number, number],
  [last, after]: readonly [number, number],
  length: number,
): Phrase {
  if (before < 0 && after === length - 1) return phrase`its characters are not compared`
  if (after === length - 1) return phrase`only its first ${before + 1} characters are compared`
  if (before < 0) return phrase`its characters before character ${after + 1} are not compared`
  return first === last
    ? phrase`its character ${first + 1} is not compared`
    : phrase`its characters ${first + 1} to ${last + 1} are not compared`
}

/** The near misses of a secret. The first one reveals most: a comparison of any part except the end accepts it. */
function listNearMisses(secret: string): readonly NearMiss[] {
  const payload = payloadOfJwt(secret)
  const unsigned = btoa('{"alg":"none","typ":"JWT"}').replaceAll('=', '')
  const cased = findCasedLetter(secret)
  const [middle, front] = [findInnerPlace(secret, secret.length >> 1), findInnerPlace(secret, 0)]
  const misses: readonly (readonly [text: string | undefined, change: string, isUsual?: boolean, place?: number])[] = [
    ...(payload === undefined && cased !== undefined
      ? [[secretInOtherCase(secret, cased), 'with the case of one letter changed', false, cased] as const]
      : []),
    [otherEnd(secret), 'with its last character changed', true],
    [payload === undefined ? undefined : `${unsigned}.${payload}.`, 'with its signature taken off', true],
    [
      replaceCharacter(secret, middle, nextCharacter(secret[middle]!)),
      'with one character in the middle changed',
      false,
      middle,
    ],
    [replaceCharacter(secret, front, nextCharacter(secret[front]!)), 'with its first character changed', true, front],
    [lengthenSecret(secret), 'with characters added at its end', true],
    [secret.replace(/.=*$/, ''), 'without its last character'],
    // A decoder of hexadecimal digits may stop at a dot.
    [
      isHexadecimal(secret) ? undefined : insertBeforePadding(secret, '.xQ'),
      'with a dot and other characters at its end',
    ],
    ...changedInEighths(secret),
  ]
  const known = new Set<string | undefined>([undefined, '', secret])
  return misses.flatMap(([text, change, isUsual = false, place]) => {
    if (text === undefined || known.has(text)) return []
    known.add(text)
    return [{ text, change, isUsual, place }]
  })
}

/**
 * The near misses of a secret of the run, the most revealing first. No report shows them, as most of each is secret.
 */
export function nearMisses(session: Session, secret: string): readonly [NearMiss, ...NearMiss[]] {
  const misses = listNearMisses(secret)
  for (const { text, change } of misses) session.run.addNearMiss(text, secret, change)
  return misses as readonly [NearMiss, ...NearMiss[]]
}

/** The near misses that are tried at every place that takes the secret. */
export const usualNearMisses = (session: Session, secret: string): readonly NearMiss[] =>
  nearMisses(session, secret).filter(({ isUsual }) => isUsual)

/** A text with its last character changed, for texts that are not secrets by themselves. */
export function alterText(session: Session, text: string): string {
  nearMisses(session, text)
  return otherEnd(text)
}
