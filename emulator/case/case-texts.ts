// The texts of a case. Names replace the secrets that follow from its seed; all other secrets are removed.
import { defaultWorldName } from '../api/auth/sent-credential.ts'
import { Redactor } from '../journal/redactor.ts'
import type { Credentials } from '../model/contract/credentials.ts'
import { Random, nameSalt } from '../tools/random.ts'
import { cutText } from '../tools/short-text.ts'
import type { CaseFailure } from './case-file.ts'

/** A secret that a world made, by the state of the random numbers that it follows from. */
export interface MadeSecret {
  readonly world: string
  readonly random: number
}

/** The secrets of a case, by name: those of every world, and those that each world made, in order. */
export function secretNames(credentials: Credentials, made: readonly MadeSecret[]): ReadonlyMap<string, string> {
  const { clientId, clientSecret, token, integrationToken, apiKey, dsn } = credentials
  const secrets = new Map<string, string>()
  const set = (name: string, secret: string) => secret !== '' && secrets.set(name, secret)
  set('clientSecret', bareSecret(clientSecret))
  set('token', bareSecret(token))
  set('integrationToken', bareSecret(integrationToken))
  set('apiKey', apiKey)
  set('dsnKey', /[^/@]{32}(?=@)/.exec(dsn)?.[0] ?? '')
  set('basicKey', btoa(`${apiKey}:`))
  set('basicClient', btoa(`${clientId}:${clientSecret}`))
  const counts = new Map<string, number>()
  for (const { world, random } of made) {
    const count = (counts.get(world) ?? 0) + 1
    counts.set(world, count)
    set(`${world}:${count}`, new Random(random, world === defaultWorldName ? 0 : nameSalt(world)).text(40))
  }
  return secrets
}

/** The longest of them, in characters: that of an OAuth client, for HTTP Basic. */
export const longestSecret = 150

/** A secret without its prefix, such as `pat_`, and without padding. */
function bareSecret(secret: string): string {
  return secret.slice(secret.indexOf('_') + 1).replace(/=+$/, '')
}

/** The longest text about a failure, in characters. */
const longestTold = 4000

/** Replaces secrets with names. */
export class CaseTexts {
  readonly #redactor: Redactor

  /**
   * @param secrets Those of the case, by name.
   * @param scopes The names of scopes.
   */
  constructor(credentials: Credentials, secrets: ReadonlyMap<string, string>, scopes: readonly string[]) {
    this.#redactor = new Redactor(
      credentials,
      [],
      new Map([...secrets].map(([name, secret]) => [secret, `\u2039${name}\u203A`])),
      () => scopes,
    )
  }

  text(text: string): string {
    return this.#redactor.text(escapeSecretNames(text))
  }

  header(name: string, value: string): string {
    return this.#redactor.value(name, escapeSecretNames(value))
  }

  /** Converts a body: JSON member by member, anything else as a string. */
  body(text: string): string {
    try {
      return JSON.stringify(this.#redactor.json(mapTexts(JSON.parse(text), escapeSecretNames)))
    } catch {
      return this.text(text)
    }
  }

  /** An object of JSON. */
  members(value: object): Readonly<Record<string, unknown>> {
    return this.#redactor.json(mapTexts(value, escapeSecretNames)) as Readonly<Record<string, unknown>>
  }

  /** The facts about a failure, cut. */
  failure({ test, message, command, exitCode }: CaseFailure): CaseFailure {
    const told = (text: string) => cutText(this.text(text), longestTold)
    return {
      ...(test === undefined ? {} : { test: told(test) }),
      ...(message === undefined ? {} : { message: told(message) }),
      ...(command === undefined
        ? {}
        : {
            command: this.#redactor
              .command(command.slice(0, 100).map(escapeSecretNames))
              .map((word) => cutText(word, longestTold)),
          }),
      ...(exitCode === undefined ? {} : { exitCode }),
    }
  }
}

/** Escapes the characters that begin the name of a secret. */
function escapeSecretNames(text: string): string {
  return text.replaceAll('\u2039', '\u2039\u2039')
}

/** A copy of a JSON value with its texts changed. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  return JSON.parse(JSON.stringify(value), (_name, member: unknown) =>
    typeof member === 'string' ? change(member) : member,
  )
}

/** A JSON value of a case with its secrets in place. @param secrets Those of the case, by name. */
export function restoreSecrets<Value>(value: Value, secrets: ReadonlyMap<string, string>): Value {
  return mapTexts(value, (text) =>
    text.replaceAll(/\u2039(?:\u2039|([\w.:-]{1,130})\u203A)/g, (all, name: string | undefined) =>
      name === undefined ? '\u2039' : (secrets.get(name) ?? all),
    ),
  ) as Value
}
