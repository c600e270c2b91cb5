import type { CaseOptions, Emulator } from '../emulator.ts'
import { Redactor } from '../journal/redactor.ts'
import { isObject } from '../tools/is-object.ts'
import { cut } from '../tools/short-text.ts'
import type { World } from '../world/world.ts'
import type { CaseFailure, CaseFile } from './case-file.ts'
import { Sealer } from './seal.ts'
import { madeSecret, secretsOf } from './secret-names.ts'

/** The longest text that tells a failure, in characters. */
const longestTold = 4000

/** Seals the texts of a case, and remembers which secrets it needs. */
export class CaseTexts {
  readonly sealer: Sealer
  /** Answers by functions of a test. */
  functions = 0
  readonly #made = new Map<string, { readonly world: string; readonly random: number }>()
  /** The headers of clients hardly change. */
  readonly #headers = new Map<string, string>()

  constructor({ credentials }: Emulator, worlds: readonly World[]) {
    const secrets = new Map(secretsOf(credentials))
    for (const { name, recording } of worlds) {
      const { from, made } = recording!.secrets
      for (const [place, random] of made.entries()) {
        const secret = `${name}#${from + place}`
        secrets.set(secret, madeSecret(name, random))
        this.#made.set(secret, { world: name, random })
      }
    }
    const issued = worlds.flatMap(({ requests }) => requests.issuedCredentials.secrets)
    this.sealer = new Sealer(secrets, new Redactor(credentials, issued), credentials.clientId)
  }

  /** How the secrets that stand in texts are made anew. */
  get secrets(): CaseFile['secrets'] {
    return Object.fromEntries([...this.#made].filter(([name]) => this.sealer.used.has(name)))
  }

  header(name: string, value: string): string {
    const key = `${name}\n${value}`
    let sealed = this.#headers.get(key)
    if (sealed === undefined) this.#headers.set(key, (sealed = this.sealer.header(name, value)))
    return sealed
  }

  /** Seals an object of JSON. */
  members(value: object): Readonly<Record<string, unknown>> {
    const sealed: unknown = JSON.parse(this.sealer.json(JSON.stringify(value)))
    return isObject(sealed) ? sealed : {}
  }

  /** Seals what tells a failure, and cuts it. */
  failure({ test, message, command, exitCode }: NonNullable<CaseOptions['failure']>): CaseFailure {
    const told = (text: string) => cut(this.sealer.text(text), longestTold)
    return {
      ...(test === undefined ? {} : { test: told(test) }),
      ...(message === undefined ? {} : { message: told(message) }),
      ...(command === undefined ? {} : { command: command.slice(0, 100).map(told) }),
      ...(exitCode === undefined ? {} : { exitCode }),
    }
  }
}
