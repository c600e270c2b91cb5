/**
 * The level of a sentence of the specification.
 *
 * - `stated`: the specification says it. A client that does otherwise fails.
 * - `implied`: it follows from what is said, or careful clients do so. It is advice.
 * - `silent`: the specification leaves it open. What the client does is observed and never judged.
 */
export type Level = (typeof levels)[number]

/** Every level, from the strictest. */
export const levels = ['stated', 'implied', 'silent'] as const

/** One thing that the specification asks of a client, in our own words. */
export interface ClientRequirement {
  /** A literal for `grep`. It begins with `client.`. */
  readonly id: `client.${string}`
  /** The clause that states it, as `4.10`. */
  readonly clause: string
  /** The level decides about failures: only `stated` can fail a client. */
  readonly level: Level
  /** The sentence, in our own words. */
  readonly statement: string
  /** The behaviour of a careful client, in a sentence. Reports show it beside a failure. */
  readonly careful: string
  /** The way it is judged, in a sentence. */
  readonly judged: string
  /** A bug of this kind in a public tracker. */
  readonly seen?: string
}
