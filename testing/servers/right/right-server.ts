// A right server: one that follows SPEC.md in a form that the emulator does not have.
import type { ConformanceOptions } from '../../../conformance/judge/run-conformance.ts'
import type { Subject } from '../../selftest/subject.ts'

/** A right server to run the kit against, and how. */
export interface RightSubject extends Subject {
  /** Options of the run, such as the time that the server lives in. */
  readonly options?: Partial<ConformanceOptions>
  /** Ends what the server opened, such as a socket. */
  readonly close?: () => Promise<void>
}

/** A server that the kit must not blame. */
export interface RightServer {
  /** A few words, unique among all right servers. */
  readonly name: string
  /** Who answers so, and which sentence of SPEC.md allows it. */
  readonly description: string
  readonly make: () => RightSubject | Promise<RightSubject>
  /** The fewest checks that pass. Default: `usuallyDecided`. */
  readonly decided?: number
  /** Matches the message of every blocked check; without it no check may be blocked. */
  readonly blockedBy?: RegExp
}

/** The fewest checks that pass against a right server that says nothing else. */
export const usuallyDecided = 150

/**
 * The least number for a server that differs from the emulator in how it sends its answers alone: nearly all is
 * decided.
 */
export const mostDecided = 300
