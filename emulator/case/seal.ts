// Takes the secrets out of texts, and says in their place which they were.
import { isSecretName, type Redactor } from '../journal/redactor.ts'
import { Random } from '../tools/random.ts'

/** A part of a known secret of at least so many characters is told. */
const leastPart = 8

/** Texts under the name of a secret that are none, but what a client sends that has no secret. */
const noSecrets = new Set([
  '',
  'undefined',
  'null',
  'none',
  'nil',
  'NaN',
  'true',
  'false',
  '[object Object]',
  'Bearer',
  'Basic',
  'DSN',
  '[object Promise]',
])

/** Names of schemes and prefixes, which are no part of a secret. */
const prefixes = /(?<!\w)(?:acc|ref|pat|int|secret|client|flw|flr|prj|wrk|env)(?:%[\dA-F]{2}|[-+/=&%.])*_/g

/** Where a known secret stands in a text. */
interface SecretSpan {
  readonly name: string
  readonly text: string
  readonly at: number
}

/**
 * Seals texts: a known secret becomes its name, as in `‹token›`; a part of it its place, as in `‹token:0-20›`; and
 * an unknown one another text of the same form, as in `‹unknown#1 xkqj-42›`.
 */
export class Sealer {
  readonly #redactor: Redactor
  /** Where known secrets stand, by the characters there. */
  readonly #spans = new Map<string, SecretSpan>()
  readonly #unknown = new Map<string, string>()
  /** The names of the known secrets that stood in a text. */
  readonly used: Set<string> = new Set<string>()

  /** The name of the OAuth client, which is no secret. */
  readonly #clientId: string

  /** @param secrets The known secrets, by name. They consist of letters and digits. */
  constructor(secrets: ReadonlyMap<string, string>, redactor: Redactor, clientId: string = '') {
    this.#redactor = redactor
    this.#clientId = clientId
    for (const [name, text] of secrets)
      for (let at = 0; at + leastPart <= text.length; at++)
        this.#spans.set(text.slice(at, at + leastPart), { name, text, at })
  }

  /** Seals a text in which secrets may stand anywhere. */
  text(text: string): string {
    if (this.#isHarmless(text)) return escaped(text)
    for (const words of wordings) {
      const parts = text.split(words)
      const sealed = parts.map((part) => (this.#isHarmless(part) ? escaped(part) : this.secret(part))).join('')
      if (this.#isHarmless(sealed.replaceAll(marked, '|'))) return sealed
    }
    return this.secret(text)
  }

  /** Returns true if no secret of any form stands in a text. */
  #isHarmless(text: string): boolean {
    return !this.#hasKnown(text) && this.#redactor.text(text) === text
  }

  #hasKnown(text: string): boolean {
    for (const { index, 0: run } of text.matchAll(longRuns))
      for (let at = index; at + leastPart <= index + run.length; at++)
        if (this.#spans.has(text.slice(at, at + leastPart))) return true
    return false
  }

  /** Seals a value under the name of a secret: all of it is one. */
  secret(text: string): string {
    if (noSecrets.has(text)) return text
    return this.#each(text, (rest, right) => this.#guarded(rest, right))
  }

  /** Seals the value of a header. */
  header(name: string, value: string): string {
    if (!isSecretName(name)) return this.text(value)
    const [scheme = ''] = /^(?:Bearer|Basic|DSN) +/i.exec(value) ?? []
    const rest = value.slice(scheme.length)
    const decoded = /^basic/i.test(scheme) ? decodedBase64(rest) : undefined
    if (decoded === undefined) return `${scheme}${this.secret(rest)}`
    const parts = decoded.split(':').map((part) => (part === this.#clientId ? part : this.secret(part)))
    return `${scheme}${opening}base64 ${parts.join(':')}${closing}`
  }

  /** Seals a query or a form. */
  form(text: string): string {
    return text.replaceAll(/([^&?=]*)(=?)([^&]*)/g, (_pair, name: string, sign: string, value: string) => {
      const isSecret = sign !== '' && isSecretName(decodedName(name))
      return `${this.text(name)}${sign}${isSecret ? this.secret(value) : this.text(value)}`
    })
  }

  /** Seals a text of JSON, also one that is not well formed. */
  json(text: string): string {
    let sealed = ''
    let from = 0
    /** For each open object or list, whether it stands under the name of a secret. */
    const isWithin: boolean[] = [false]
    let isNext = false
    for (const { index, 0: token } of text.matchAll(tokens)) {
      const end = index + token.length
      if (token === '{' || token === '[') isWithin.push(isNext || isWithin.at(-1)!)
      else if (token === '}' || token === ']') isWithin.pop()
      if (token.length === 1 && !/\d/.test(token)) {
        if (token === ',') isNext = false
        if (isWithin.length === 0) isWithin.push(false)
        if (token === '{' || token === '[') isNext = false
        continue
      }
      const isName = token.startsWith('"') && /^\s*:/.test(text.slice(end, end + 20))
      sealed += text.slice(from, index)
      from = end
      if (!token.startsWith('"')) {
        // A number stays one: JSON has no other place for a sign.
        sealed += isNext || isWithin.at(-1)! ? scrambled(token, '', new Random(sealed.length)) : token
        isNext = false
        continue
      }
      const close = token.length > 1 && token.endsWith('"') ? '"' : ''
      const content = token.slice(1, token.length - close.length)
      sealed += `"${!isName && (isNext || isWithin.at(-1)!) ? this.secret(content) : this.text(content)}${close}`
      isNext = isName && isSecretName(content)
    }
    return sealed + this.text(text.slice(from))
  }

  /** Replaces the known secrets, and passes on what stands between them. */
  #each(text: string, between: (rest: string, right: string) => string): string {
    let sealed = ''
    let from = 0
    let right = ''
    for (let at = 0; at + leastPart <= text.length; at++) {
      const span = this.#spans.get(text.slice(at, at + leastPart))
      if (!span) continue
      let length = leastPart
      while (length < span.text.length - span.at && text[at + length] === span.text[span.at + length]) length++
      this.used.add(span.name)
      const isWhole = span.at === 0 && length === span.text.length
      sealed += between(text.slice(from, at), `${right}${span.text[span.at - 1] ?? ''}`)
      right = span.text[span.at + length] ?? ''
      sealed += `${opening}${span.name}${isWhole ? '' : `:${span.at}-${span.at + length}`}${closing}`
      from = at + length
      at = from - 1
    }
    return sealed + between(text.slice(from), right)
  }

  /** @param right The characters that would make a wrong secret a right one. */
  #guarded(text: string, right = ''): string {
    let sealed = ''
    let from = 0
    for (const { index, 0: prefix } of text.matchAll(prefixes)) {
      sealed += this.#unknownIn(text.slice(from, index), right) + prefix
      from = index + prefix.length
    }
    return sealed + this.#unknownIn(text.slice(from), right)
  }

  #unknownIn(text: string, right: string): string {
    if (!/[^\W_]|[^\0-\x7F]/.test(text)) return escaped(text)
    const key = `${right} ${text}`
    let stands = this.#unknown.get(key)
    if (stands === undefined) {
      const number = this.#unknown.size + 1
      const other = escaped(scrambled(text, right, new Random(number)))
      this.#unknown.set(key, (stands = `${opening}unknown#${number} ${other}${closing}`))
    }
    return stands
  }
}

/** Where a text is taken apart: first between words, and where an encoded secret has signs, between larger ones. */
const wordings = [/([^\w%~-]+)/, /([^\w%~+/=.\\-]+)/]

/** The name of a secret in a text. */
const marked = /\u2039[^\u2039\u203A]*\u203A/g

/** Where a known secret or a part of one may stand. */
const longRuns = /[^\W_]{8,}/g

/** Strings, also one without an end, numbers and words, and the signs between them. */
const tokens = /"(?:[^"\\]|\\[^])*"?|-?\d[\d.eE+-]*|[[\]{},]/g

/** The signs around the name of a secret. */
const [opening, closing] = ['\u2039', '\u203A']

/** A text whose signs name no secret. */
function escaped(text: string): string {
  return text.replaceAll(/[\u2039\u203A]/g, (sign) => `${opening}${sign === opening ? 'open' : 'close'}${closing}`)
}

/** Another text of the same form: letters for letters, digits for digits, escapes for escapes. */
function scrambled(text: string, right: string, random: Random): string {
  return text.replaceAll(/%[\da-f]{2}|\\u[\da-f]{4}|\\.|[^\W_]|[^\0-\x7F]/gi, (sign) => {
    const draw = (letters: string) => {
      const others = [...letters].filter((letter) => letter !== sign && !right.includes(letter))
      return others[random.below(others.length)]!
    }
    if (sign.startsWith('%')) return /%[4-7]/.test(sign) ? `%6${draw('123456789')}` : sign
    if (sign.startsWith('\\')) return sign.length === 2 ? sign : String.raw`\u006${draw('123456789')}`
    if (/\d/.test(sign)) return draw('123456789')
    if (/[A-Z]/.test(sign)) return draw('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    return /[a-z]/.test(sign) ? draw('abcdefghijklmnopqrstuvwxyz') : '\u00e9'
  })
}

function decodedBase64(text: string): string | undefined {
  try {
    const decoded = atob(text)
    return /^[\x20-\x7E]*$/.test(decoded) && btoa(decoded) === text ? decoded : undefined
  } catch {
    return undefined
  }
}

function decodedName(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return name
  }
}

/** Puts the secrets into a sealed text. @param secrets The known secrets, by name. */
export function unsealed(text: string, secrets: ReadonlyMap<string, string>): string {
  return text.includes(opening) ? unsealedFrom(text, 0, secrets).text : text
}

/** A name, with the place of a part of the secret, or before another text. */
const naming = /([\w.~#-]+)(?::(\d+)-(\d+))?( )?/y

function unsealedFrom(
  sealed: string,
  start: number,
  secrets: ReadonlyMap<string, string>,
): { readonly text: string; readonly end: number } {
  let text = ''
  let at = start
  while (at < sealed.length) {
    if (sealed[at] === closing) return { text, end: at + 1 }
    if (sealed[at] !== opening) {
      text += sealed[at++]
      continue
    }
    naming.lastIndex = at + 1
    const [all = '', name = '', from, to, space] = naming.exec(sealed) ?? []
    const inner = unsealedFrom(sealed, at + 1 + all.length, secrets)
    at = inner.end
    if (name === 'open') text += opening
    else if (name === 'close') text += closing
    else if (name === 'base64' && space) text += btoa(inner.text)
    else if (space) text += inner.text
    else text += (secrets.get(name) ?? '').slice(Number(from ?? 0), to === undefined ? undefined : Number(to))
  }
  return { text, end: at }
}
