// A right server: one that follows SPEC.md in a form that the emulator does not have.
import type { ConformanceOptions } from '../../../conformance/judge/run-conformance.ts'
import type { Subject } from '../../conformance/subject.ts'

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
  readonly make: () => RightSubject | Promise<RightSubject>
  /** Why two runs may leave other things open; undefined where they do not. */
  readonly varies?: string | undefined
}
