/**
 * How binding a requirement is.
 *
 * - `stated`: the specification says it. A client that breaks it fails.
 * - `implied`: it follows from the specification, or careful clients do it. It is advice.
 * - `silent`: the specification leaves it open. The client's behaviour is observed and never judged.
 */
export type Level = (typeof levels)[number]

/** All levels, strictest first. */
export const levels = ['stated', 'implied', 'silent'] as const

/** One thing that the specification asks of a client, in our own words. */
export interface ClientRequirement {
  /** A literal that `grep` finds. It begins with `client.`. */
  readonly id: `client.${string}`
  /** The clause that states it, such as `4.10`. */
  readonly clause: string
  /** Only `stated` can fail a client. */
  readonly level: Level
  /** The requirement, in our own words. */
  readonly statement: string
  /** The behaviour of a careful client, in one sentence. Reports show it next to a failure. */
  readonly careful: string
  /** How it is judged, in one sentence. */
  readonly judged: string
  /** A bug of this kind in a public issue tracker. */
  readonly seen?: string
}
