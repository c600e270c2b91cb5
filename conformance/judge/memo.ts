import type { Exchange } from '../conclusions/exchange.ts'

/** A remembered value, with the exchanges that show it. */
export interface MemoEntry<T> {
  readonly value: Promise<T>
  readonly exchanges: readonly Exchange[]
}

/** Values that all checks of a run share, by finder and parameters. */
export class Memo {
  readonly #values = new Map<object, Map<string, MemoEntry<unknown>>>()

  /** A memo that shares the values of one finder only. */
  keeping(finder: object): Memo {
    const memo = new Memo()
    const values = this.#values.get(finder) ?? new Map<string, MemoEntry<unknown>>()
    this.#values.set(finder, values)
    memo.#values.set(finder, values)
    return memo
  }

  get<T>(finder: object, parameters: string, find: () => MemoEntry<T>): MemoEntry<T> {
    let values = this.#values.get(finder)
    if (!values) this.#values.set(finder, (values = new Map()))
    let known = values.get(parameters)
    if (!known) values.set(parameters, (known = find()))
    return known as MemoEntry<T>
  }
}
