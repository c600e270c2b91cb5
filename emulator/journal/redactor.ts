import type { Credentials } from '../model/contract/credentials.ts'
import { withoutIssued } from './issued-secrets.ts'
import { headLength, headsOf, startOf, unescaped } from './secret-heads.ts'

const secretName =
  /secret|token|password|passwd|api[_-]?key|credential|authorization|cookie|^prepare_state$|^state$|^code$/i
/** Names that match `secretName` although their values are no secrets. */
const harmlessName = /^(?:token_type|access_token_ttl|.*_expires_(?:in|at))$/i

const replaced = '<redacted>'

/** Escapes within each other, such as HTML in JSON in a URL, are undone to this depth. */
const deepest = 3

/** A prefix of a secret, and what its head leaves of it, stand in the same word. */
const inWord = new Set('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_')
/** What the rest of an encoding may consist of, also where it was escaped. */
const inEncoding = new Set([...inWord, '+', '/', '=', '-', '%', '\\'])

/**
 * Replaces secrets: all values under the name of a secret, what looks like an issued secret, and known secrets under
 * any name, in the forms that clients produce by accident: in either case, escaped for URLs, JSON and HTML, in
 * hexadecimal, base32, base64 and base64url, also of UTF-16, and cut short.
 */
export class Redactor {
  readonly #heads: ReadonlyMap<string, boolean>
  readonly #starts: ReadonlySet<number>

  /**
   * @param credentials The emulator's credentials, which any client may send.
   * @param issued Secrets that were issued since.
   */
  constructor(credentials: Credentials | undefined, issued: readonly string[] = []) {
    this.#heads = headsOf([...(credentials ? secretsOf(credentials) : []), ...issued])
    this.#starts = new Set([...this.#heads.keys()].map((head) => startOf(head, 0)))
  }

  /** Replaces the secrets in a text. The result has no escapes if only the text without them shows a secret. */
  text(text: string): string {
    let shown = text
    let bare = text
    for (let depth = 0; depth <= deepest; depth++) {
      const once = this.#once(bare)
      if (once !== bare) shown = once
      bare = unescaped(once)
      if (bare === once) break
    }
    return shown
  }

  #once(text: string): string {
    const folded = text.replaceAll('İ', 'I').toLowerCase()
    let shown = ''
    let from = 0
    for (let at = 0; at + headLength <= text.length; at++) {
      if (!this.#starts.has(startOf(folded, at))) continue
      const isEncoded = this.#heads.get(folded.slice(at, at + headLength))
      if (isEncoded === undefined) continue
      let start = at
      while (start > from && inWord.has(text[start - 1]!)) start--
      shown += `${text.slice(from, start)}${replaced}`
      from = at + headLength
      const characters = isEncoded ? inEncoding : inWord
      while (characters.has(text[from]!)) from++
      at = from - 1
    }
    return withoutIssued(shown + text.slice(from), replaced)
  }

  /** Replaces the secrets in a header, and keeps the scheme of credentials. */
  header(name: string, value: string): string {
    if (!secretName.test(name)) return this.text(value)
    // A wrong scheme is the mistake that users look for.
    const scheme = /^(?:Bearer|Basic|DSN) /i.exec(value)?.[0]
    return `${scheme ?? ''}${replaced}`
  }

  /** Replaces the secrets in the value of a parameter. */
  parameter(name: string, value: string): string {
    return isSecret(name) ? replaced : this.text(value)
  }

  /** Replaces the secrets in a JSON value, in its names and its values. */
  json(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value)
    if (Array.isArray(value)) return value.map((item) => this.json(item))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        this.text(name),
        isSecret(name) && member !== null && typeof member !== 'boolean' ? replaced : this.json(member),
      ]),
    )
  }
}

function isSecret(name: string): boolean {
  return secretName.test(name) && !harmlessName.test(name)
}

/** The secrets among the credentials. Of a DSN it is all but the scheme and the id of its project. */
function secretsOf({ clientId, clientSecret, token, integrationToken, apiKey, dsn }: Credentials): readonly string[] {
  const key = dsn.slice(dsn.indexOf('//') + 2, dsn.lastIndexOf('/'))
  const secrets = [clientSecret, token, integrationToken, apiKey, key]
  const basic = [btoa(`${apiKey}:`), btoa(`${clientId}:${clientSecret}`)]
  // Clients may cut the prefix off.
  return [...secrets, ...basic, ...secrets.map((secret) => secret.replace(/^[a-z]+_/i, ''))]
}
