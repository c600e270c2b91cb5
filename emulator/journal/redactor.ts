import type { Credentials } from '../contract/credentials.ts'
import { eachIssued, isWordAt } from './issued-secrets.ts'
import { SecretFinder } from './secret-finder.ts'

const secretName =
  /secret|token|password|passwd|api[_-]?key|credential|authorization|cookie|^prepare_state$|^state$|^code$/i
/** Names that match `secretName` although their values are no secrets. */
const harmlessName = /^(?:token_type|access_token_ttl|.*_expires_(?:in|at))$/i

const replaced = '<redacted>'

/**
 * Replaces secrets: all values under the name of a secret, what looks like an issued secret, and known secrets under
 * any name and in any spelling. The time grows with the length of a text alone: clients choose the text.
 */
export class Redactor {
  readonly #finder: SecretFinder
  #ownSteps = 0

  /**
   * @param credentials The emulator's credentials, which any client may send.
   * @param issued Secrets that were issued since.
   */
  constructor(credentials: Credentials | undefined, issued: readonly string[] = []) {
    this.#finder = new SecretFinder([...(credentials ? secretsOf(credentials) : []), ...issued])
  }

  /** How many characters were read, for tests. */
  get steps(): number {
    return this.#ownSteps + this.#finder.steps
  }

  /**
   * Replaces the secrets in a text. The result has no percent-encoding if only the decoded text shows a secret, such as
   * one that was escaped twice, in two ways.
   */
  text(text: string): string {
    const shown = this.#once(text)
    if (shown !== text || !text.includes('%')) return shown
    const decoded = percentDecoded(text)
    const shownDecoded = this.#once(decoded)
    return shownDecoded === decoded ? text : shownDecoded
  }

  #once(text: string): string {
    let hidden: Uint8Array | undefined
    const hide = (start: number, end: number) => void (hidden ??= new Uint8Array(text.length)).fill(1, start, end)
    this.#finder.find(text, hide)
    if (hidden) widen(hidden, text)
    eachIssued(text, hide)
    this.#ownSteps += text.length * (hidden ? 4 : 1)
    return hidden ? withoutHidden(text, hidden) : text
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

/** Decodes what is valid percent-encoding, and what is valid UTF-8 in it. */
function percentDecoded(text: string): string {
  const bytes = new TextEncoder().encode(text)
  let length = 0
  for (let index = 0; index < bytes.length; index++) {
    const digits = bytes[index] === 0x25 ? String.fromCharCode(...bytes.subarray(index + 1, index + 3)) : ''
    const isEncoded = /^[0-9a-f]{2}$/i.test(digits)
    bytes[length++] = isEncoded ? Number.parseInt(digits, 16) : bytes[index]!
    if (isEncoded) index += 2
  }
  return new TextDecoder().decode(bytes.subarray(0, length))
}

/** Hides the rest of each word of which a part is hidden: the ends of a secret are shorter than what is looked for. */
function widen(hidden: Uint8Array, text: string): void {
  for (let index = 1; index < text.length; index++)
    if (hidden[index - 1] === 1 && isWordAt(text, index - 1) && isWordAt(text, index)) hidden[index] = 1
  for (let index = text.length - 2; index >= 0; index--)
    if (hidden[index + 1] === 1 && isWordAt(text, index + 1) && isWordAt(text, index)) hidden[index] = 1
}

function withoutHidden(text: string, hidden: Uint8Array): string {
  const parts: string[] = []
  let shown = 0
  for (let index = 0; index < text.length; index++) {
    if (hidden[index] === 0) continue
    parts.push(text.slice(shown, index), replaced)
    while (hidden[index + 1] === 1) index++
    shown = index + 1
  }
  return [...parts, text.slice(shown)].join('')
}

/** The secrets among the credentials. Of a DSN it is all but the scheme and the id of its project. */
function secretsOf({ clientId, clientSecret, token, integrationToken, apiKey, dsn }: Credentials): readonly string[] {
  const key = dsn.slice(dsn.indexOf('//') + 2, dsn.lastIndexOf('/'))
  return [clientSecret, token, integrationToken, apiKey, key, btoa(`${apiKey}:`), btoa(`${clientId}:${clientSecret}`)]
}
