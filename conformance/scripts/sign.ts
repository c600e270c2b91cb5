// What a sign of a fault is.
import type { Exchange } from '../conclusions/exchange.ts'
import type { Quote, Word } from './shell-words.ts'

/** A text in an answer as the script has it, where it came from an earlier answer. */
export type WordOf = (text: string, exchange: Exchange, isOwn?: boolean) => Word

/** What shows a fault. */
export interface Sign {
  /** The exchange to look at. */
  readonly decisive: Exchange
  /** Others that the condition reads. */
  readonly others?: readonly Exchange[]
  /** True in the shell when the fault shows. */
  readonly condition: (numberOf: (exchange: Exchange) => number, wordOf: WordOf, quoted: Quote) => string
}
