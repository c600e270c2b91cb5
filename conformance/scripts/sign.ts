// The type of a sign of a fault.
import type { Exchange } from '../conclusions/exchange.ts'
import type { Quote, Word } from './shell-words.ts'

/** Returns a text of an answer as the script writes it, from an earlier answer if it came from there. */
export type WordOf = (text: string, exchange: Exchange, isOwn?: boolean) => Word

/** The sign of a fault. */
export interface Sign {
  /** The deciding exchange. */
  readonly decisive: Exchange
  /** Other exchanges that the condition reads. */
  readonly others?: readonly Exchange[]
  /** A condition of the shell that is true when the fault shows. */
  readonly condition: (numberOf: (exchange: Exchange) => number, wordOf: WordOf, quoted: Quote) => string
}
