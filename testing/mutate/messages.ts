// The messages to and from the threads of the mutation pool.
import type { Mutant } from './mutation-sites.ts'
import type { Seen } from './mutation-switch.ts'

/** The outcome of a run without a change. */
export interface Expected {
  readonly name: string
  readonly text: string
  /** How many milliseconds it may take under a change. */
  readonly most: number
}

/** A question to a thread. */
export type Question = { readonly room: string } & (
  | { readonly ask: 'names' }
  | { readonly ask: 'observe'; readonly run: string }
  | { readonly ask: 'mutant'; readonly mutant: Mutant; readonly runs: readonly Expected[] }
)

/** The outcome of a run, which values the sites had, and how many milliseconds it took. */
export interface Observed {
  readonly text: string
  readonly seen: Seen
  readonly duration: number
}

/** The names of a room's runs. */
export interface Names {
  readonly names: readonly string[]
}

/** The run that noticed a change; undefined if none did. */
export interface Outcome {
  readonly killedBy: string | undefined
}

/** The answer to a question. */
export type Answer = Names | Observed | Outcome
