import type { Credentials } from '../contract/credentials.ts'

const secretName =
  /secret|token|password|passwd|api[_-]?key|credential|authorization|cookie|^prepare_state$|^state$|^code$/i
/** Names that match `secretName` although their values are no secrets. */
const harmlessName = /^(?:token_type|access_token_ttl|.*_expires_(?:in|at))$/i

const replaced = '<redacted>'

/** Secrets that the emulator issues: 40 random characters, most with a prefix. Hexadecimal hashes do not match. */
const issued: readonly RegExp[] = [
  /(?:acc|ref)_[0-9A-Za-z]{20,}/g,
  // pat_ and 27 characters are the prefixed id of a personal access token.
  /pat_(?![0-9A-Za-z]{27}(?![0-9A-Za-z]))[0-9A-Za-z]{20,}/g,
  /(?<![0-9A-Za-z])(?=[0-9A-Za-z]*[A-Z])(?=[0-9A-Za-z]*[0-9a-z])[0-9A-Za-z]{40,}/g,
  // A secret that a message has cut.
  /[0-9A-Za-z_]{12,}(?=…)/g,
]

/** The number of characters that identify a secret: a text that begins with them may be the secret, cut. */
const telling = 16

/** Replaces secrets: all values under the name of a secret, and known secrets under any name. */
export class Redactor {
  readonly #patterns: readonly RegExp[]

  /** @param credentials The emulator's credentials, which any client may send. */
  constructor(credentials: Credentials | undefined) {
    this.#patterns = [...issued, ...(credentials ? patternsOf(credentials) : [])]
  }

  /** Replaces the secrets in a text. */
  text(text: string): string {
    return this.#patterns.reduce((rest, pattern) => rest.replaceAll(pattern, replaced), text)
  }

  /** Replaces the secrets in a path. The result is decoded if only the decoded path shows a secret. */
  path(path: string): string {
    const decoded = decode(path)
    const shown = this.text(decoded)
    return shown === decoded ? path : shown
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

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function patternsOf({ clientId, clientSecret, token, integrationToken, apiKey, dsn }: Credentials): readonly RegExp[] {
  const dsnKey = /\/\/([^@]+)@/.exec(dsn)?.[1] ?? dsn
  return [
    ...[clientSecret, token, integrationToken, apiKey, dsnKey].map((secret) => beginningWith(secret, '[0-9A-Za-z_]*')),
    ...[btoa(`${apiKey}:`), btoa(`${clientId}:${clientSecret}`)].map((secret) =>
      beginningWith(secret, '[0-9A-Za-z+/=]*'),
    ),
  ]
}

function beginningWith(secret: string, rest: string): RegExp {
  return new RegExp(`${secret.slice(0, telling).replaceAll(/\W/g, '\\$&')}${rest}`, 'g')
}
