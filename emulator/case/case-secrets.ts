// The secrets of a case: names stand for those that follow from its seed, and nothing for any other.
import { defaultWorldName } from '../api/auth/world-suffix.ts'
import { Redactor } from '../journal/redactor.ts'
import type { Credentials } from '../model/contract/credentials.ts'
import { Random, saltOf } from '../tools/random.ts'
import { cut } from '../tools/short-text.ts'
import type { CaseFailure, CaseFile } from './case-file.ts'

/** The secrets of every world, by the name that a case gives them. Of a DSN it is the key in it. */
export function secretsOf(credentials: Credentials): ReadonlyMap<string, string> {
  const { clientId, clientSecret, token, integrationToken, apiKey, dsn } = credentials
  return new Map(
    Object.entries({
      clientSecret: bare(clientSecret),
      token: bare(token),
      integrationToken: bare(integrationToken),
      apiKey,
      dsnKey: /[^/@]{32}(?=@)/.exec(dsn)?.[0] ?? '',
      basicKey: btoa(`${apiKey}:`),
      basicClient: btoa(`${clientId}:${clientSecret}`),
    }).filter(([, text]) => text !== ''),
  )
}

/** The longest of them, in characters: that of an OAuth client, for HTTP Basic. */
export const longestSecret = 150

/** A secret without its prefix, such as `pat_`. */
function bare(secret: string): string {
  return secret.slice(secret.indexOf('_') + 1)
}

/** A secret that a world has made. @param random The state of the random numbers that it follows from. */
export function madeSecret(world: string, random: number): string {
  return new Random(random, world === defaultWorldName ? 0 : saltOf(world)).text(40)
}

/** The states of the random numbers that secrets of a world follow from, and the number of the first of them. */
interface MadeSecrets {
  readonly name: string
  readonly from: number
  readonly made: readonly number[]
}

/** The longest text that tells a failure, in characters. */
const longestTold = 4000

/** Puts names in the place of secrets, and remembers which of them it used. */
export class CaseTexts {
  readonly #redactor: Redactor
  readonly #made: CaseFile['secrets']
  readonly #used = new Set<string>()

  constructor(credentials: Credentials, worlds: readonly MadeSecrets[]) {
    const secrets = new Map(secretsOf(credentials))
    const made: Record<string, CaseFile['secrets'][string]> = {}
    for (const { name: world, from, made: states } of worlds)
      for (const [place, random] of states.entries()) {
        const name = `${world}:${from + place}`
        secrets.set(name, madeSecret(world, random))
        made[name] = { world, random }
      }
    this.#made = made
    const marks = new Map([...secrets].map(([name, secret]) => [secret, `\u2039${name}\u203A`]))
    this.#redactor = new Redactor(credentials, [], marks)
  }

  /** How the secrets that stand in texts are made anew, by name. */
  get secrets(): CaseFile['secrets'] {
    return Object.fromEntries([...this.#used].flatMap((name) => (this.#made[name] ? [[name, this.#made[name]]] : [])))
  }

  text(text: string): string {
    return this.#noted(this.#redactor.text(escaped(text)))
  }

  header(name: string, value: string): string {
    return this.#noted(this.#redactor.value(name, escaped(value)))
  }

  /** A body: JSON by its members, anything else as a text. */
  body(text: string): string {
    try {
      return JSON.stringify(this.#json(JSON.parse(text)))
    } catch {
      return this.text(text)
    }
  }

  /** An object of JSON. */
  members<T extends object>(value: T): Readonly<Record<string, unknown>> {
    return this.#json(value) as Readonly<Record<string, unknown>>
  }

  /** The facts about a failure, cut. */
  failure({ test, message, command, exitCode }: CaseFailure): CaseFailure {
    const told = (text: string) => cut(this.text(text), longestTold)
    return {
      ...(test === undefined ? {} : { test: told(test) }),
      ...(message === undefined ? {} : { message: told(message) }),
      ...(command === undefined
        ? {}
        : {
            command: this.#redactor
              .command(command.slice(0, 100).map(escaped))
              .map((word) => cut(this.#noted(word), longestTold)),
          }),
      ...(exitCode === undefined ? {} : { exitCode }),
    }
  }

  #json(value: unknown): unknown {
    const text = JSON.stringify(value, (_name, member: unknown) =>
      typeof member === 'string' ? escaped(member) : member,
    )
    const redacted = this.#redactor.json(JSON.parse(text))
    this.#noted(JSON.stringify(redacted))
    return redacted
  }

  #noted(text: string): string {
    for (const [, name] of text.matchAll(marked)) if (name !== undefined) this.#used.add(name)
    return text
  }
}

/** The name of a secret, or the first of two signs that stand for one. */
const marked = /\u2039(?:\u2039|([\w.:-]{1,130})\u203A)/g

/** A text in which no sign begins the name of a secret. */
function escaped(text: string): string {
  return text.replaceAll('\u2039', '\u2039\u2039')
}

/** A text with its secrets in place. @param secrets Those of the case, by name. */
export function withSecrets(text: string, secrets: ReadonlyMap<string, string>): string {
  return text.replaceAll(marked, (all, name: string | undefined) =>
    name === undefined ? '\u2039' : (secrets.get(name) ?? all),
  )
}
