import type { Credentials } from '../contract/credentials.ts'

const secretName =
  /secret|token|password|passwd|api[_-]?key|credential|authorization|cookie|^prepare_state$|^state$|^code$/i
/** Names that hold one of those words and no secret. */
const harmlessName = /^(?:token_type|access_token_ttl|.*_expires_(?:in|at))$/i

const replaced = '<redacted>'

/** What the emulator issues while it runs: 40 random characters, most of them behind a prefix. A hash in hexadecimal is none. */
const issued: readonly RegExp[] = [
  /(?:acc|ref)_[0-9A-Za-z]{20,}/g,
  // With 27 characters it is the prefixed id of a personal access token.
  /pat_(?![0-9A-Za-z]{27}(?![0-9A-Za-z]))[0-9A-Za-z]{20,}/g,
  /(?<![0-9A-Za-z])(?=[0-9A-Za-z]*[A-Z])(?=[0-9A-Za-z]*[0-9a-z])[0-9A-Za-z]{40,}/g,
  // What a message has cut short.
  /[0-9A-Za-z_]{12,}(?=…)/g,
]

/** As much of a secret as tells it from everything else: whatever begins so may be it, cut short. */
const telling = 16

/** Takes secrets out of what is shown: by the name that they come under, and, under whatever name, by themselves. */
export class Redactor {
  readonly #patterns: readonly RegExp[]

  /** @param credentials Those that every client of this emulator may send. */
  constructor(credentials: Credentials | undefined) {
    this.#patterns = [...issued, ...(credentials ? patternsOf(credentials) : [])]
  }

  /** A text without the secrets that stand in it. */
  text(text: string): string {
    return this.#patterns.reduce((rest, pattern) => rest.replaceAll(pattern, replaced), text)
  }

  /** The path of a request, decoded where that uncovers a secret. */
  path(path: string): string {
    const decoded = decode(path)
    const shown = this.text(decoded)
    return shown === decoded ? path : shown
  }

  header(name: string, value: string): string {
    if (!secretName.test(name)) return this.text(value)
    // The scheme tells how a client authenticates; it is the mistake that one looks for.
    const scheme = /^(?:Bearer|Basic|DSN) /i.exec(value)?.[0]
    return `${scheme ?? ''}${replaced}`
  }

  parameter(name: string, value: string): string {
    return isSecret(name) ? replaced : this.text(value)
  }

  /** A JSON value with its secrets replaced, in names as well as in values. */
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
