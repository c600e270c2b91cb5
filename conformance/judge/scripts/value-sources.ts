// Finds where the values in requests came from: the environment, the target file, or an earlier answer.
import type { Target } from '../../target/target-file.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { credentialVariables } from './credentials.ts'
import { madeFrom } from './near-misses.ts'
import type { ValuePlace } from './value-places.ts'
import type { Word } from './shell-words.ts'
import type { RequestTrail } from './request-trail.ts'

/** A value in an answer that a script reads. */
export interface ValueOrigin {
  readonly exchange: Exchange
  readonly place: ValuePlace
}

/** A value that a script can refer to by name. */
interface NamedValue {
  readonly value: string
  /** The variable, for a value that is given. */
  readonly name?: string
  /** The place, for a value that is read from an answer. */
  readonly origin?: ValueOrigin
}

/** Names a value from an answer. */
export type NameOf = (origin: ValueOrigin) => string

const isId = (value: string): boolean => /^(?:[a-z]{3}_)?[0-9A-Za-z]{27}$/.test(value)
const isCursor = (value: string): boolean => /^-?\d+:-?\d+:[01]$/.test(value)

/** The samples of a target file that are ids. */
const sampleIds = [
  'catalogId',
  'scopeId',
  'adapterConnectionId',
  'otherAdapterConnectionId',
  'projectId',
  'issueId',
  'apiKeyProjectId',
] as const

/** The samples that are ids, as variables. */
export function samplesOf({ samples = {} }: Target): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const name of sampleIds) {
    const value = (samples as Readonly<Record<string, unknown>>)[name]
    if (typeof value !== 'string' || [...found.values()].includes(value)) continue
    found.set(
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    )
  }
  return found
}

/** Every source of values in requests. */
export class Sources {
  readonly #declared: readonly NamedValue[]
  readonly #read: readonly NamedValue[]
  readonly #byValue: ReadonlyMap<string, readonly NamedValue[]>
  readonly #numberOf: (exchange: Exchange) => number

  /**
   * @param exchanges The exchanges, in order.
   * @param isSecret Whether a text is a secret of the run.
   */
  constructor(
    target: Target,
    exchanges: readonly Exchange[],
    isSecret: (text: string) => boolean,
    trail: RequestTrail,
  ) {
    this.#numberOf = (exchange) => trail.numberOf(exchange)
    this.#declared = [...credentialVariables(target), ...samplesOf(target)].map(([name, value]) => ({ name, value }))
    this.#read = exchanges.flatMap((exchange) =>
      trail
        .valuesOf(exchange)
        .filter(({ value, place }) => place.reader !== 'member' || isId(value) || isCursor(value) || isSecret(value))
        .map(({ value, place }) => ({ value, origin: { exchange, place } })),
    )
    this.#byValue = Map.groupBy([...this.#declared, ...this.#read], ({ value }) => value)
  }

  /**
   * A value as a script has it, from what was known before an exchange; undefined when it came from nowhere.
   * @param preferred Answers that the script has anyway.
   * @param mayRead Whether it may be read from an answer.
   */
  word(
    value: string,
    before: number,
    nameOf: NameOf,
    preferred: ReadonlySet<Exchange>,
    mayRead: (exchange: Exchange) => boolean = () => true,
  ): Word | undefined {
    const known = ({ origin }: NamedValue) =>
      origin === undefined || (this.#numberOf(origin.exchange) < before && mayRead(origin.exchange))
    const named = ({ name, origin }: NamedValue) => name ?? nameOf(origin!)
    const same = (this.#byValue.get(value) ?? []).filter(known)
    // The answer that made a value describes it best. Otherwise the closest answer does, such as the page before.
    const source =
      same.find(({ origin }) => origin === undefined || origin.exchange.request.method === 'POST') ??
      same.findLast(({ origin }) => origin !== undefined && preferred.has(origin.exchange)) ??
      same.at(-1)
    if (source) return madeFrom(value, source.value, named(source))
    for (const near of [...this.#declared, ...this.#read]) {
      if (!known(near) || near.origin?.place.reader === 'link_cursor' || near.origin?.place.reader === 'link') continue
      // The name is only taken when the value is made from it: taking a name makes it a part of the script.
      if (madeFrom(value, near.value, 'x') !== undefined) return madeFrom(value, near.value, named(near))
    }
    return undefined
  }
}
