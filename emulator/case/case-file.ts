// A case: what happened in an emulator until a test failed. `case-schema.ts` checks what these types say.
import type { IdState } from '../model/resources/ids.ts'

/** The number increases when an older emulator could misread a newer case. */
export const caseFormat = 'platform-data-emulator/case/1'

type Members = Readonly<Record<string, unknown>>

/** Records that were added or replaced, and the ids of those that were removed, by collection. */
export interface CaseChanges {
  readonly put?: Readonly<Record<string, readonly Members[]>>
  readonly removed?: Readonly<Record<string, readonly string[]>>
  /** Where the ids continue. */
  readonly ids?: IdState
}

/** A world when the case begins. */
export interface CaseWorld {
  readonly name: string
  /** Virtual time, in milliseconds since 1970. */
  readonly at: number
  readonly frozen: boolean
  /** How it differs from a new world. */
  readonly changes: CaseChanges
  readonly faults: readonly Members[]
  readonly scenarios: readonly string[]
}

/** A request. Secrets in its texts are sealed. */
export interface CaseRequest {
  readonly kind: 'request'
  /** From 1, in the order of arrival in all worlds. */
  readonly number: number
  /** Its number in the journal of its world. */
  readonly index: number
  readonly world: string
  /** Virtual time of its arrival, in milliseconds since 1970. */
  readonly at: number
  /** Virtual time when the endpoint began, where that is later. */
  readonly servedAt?: number
  readonly method: string
  readonly path: string
  readonly search: string
  /** The address before the path, where its Host and world do not tell it. */
  readonly base?: string
  /** Names and values in turn, as they came. */
  readonly headers: readonly string[]
  /** Left out when there was none, or it was too long to keep. */
  readonly body?: string
  /** In characters. */
  readonly bodyLength: number
  readonly operation: string | null
  /** null: the connection was dropped, or there was no answer. */
  readonly status: number | null
  /** A checksum of the answer, where it was kept. */
  readonly answer?: string
  readonly refusal?: { readonly code: string; readonly requirement: string | null; readonly message: string }
  readonly fault?: Members
  /** The fault was an answer of the test's own. */
  readonly stub?: true
  readonly mcp?: { readonly method: string; readonly tool?: string; readonly error?: string }
  /** Such as oauth#2, or oauth#1 (expired). */
  readonly credential: string | null
}

/** The events, in order. */
export type CaseEvent =
  | CaseRequest
  /** A request was answered. Left out where the next event of its world is the next request. */
  | { readonly kind: 'answer'; readonly number: number }
  /** Records changed; `beginning`: the world was made. */
  | ({ readonly kind: 'changes'; readonly world: string; readonly beginning?: true } & CaseChanges)
  | { readonly kind: 'clock'; readonly world: string; readonly time: number; readonly frozen: boolean }
  | ({ readonly kind: 'faults'; readonly world: string } & CaseFaultStep)
  /** `added`: the only one that began, while the others go on. */
  | { readonly kind: 'scenarios'; readonly world: string; readonly names: readonly string[]; readonly added?: string }
  | { readonly kind: 'control'; readonly world: string; readonly operation: string; readonly detail: string }
  | { readonly kind: 'conventions'; readonly changes: Members }
  | { readonly kind: 'deviations'; readonly names: readonly string[] }

type CaseFaultStep =
  | { readonly add: Members }
  | { readonly remove: number }
  | { readonly set: readonly Members[] }
  | { readonly reset: true }

/** The failure, as the test runner or the command told it. */
export interface CaseFailure {
  readonly test?: string
  readonly message?: string
  readonly command?: readonly string[]
  readonly exitCode?: number
}

/** How much a case does not hold. */
export interface CaseDropped {
  /** Earlier requests that were too many. Those before a reset are not counted. */
  readonly requests: number
  /** Earlier changes. */
  readonly changes: number
  /** Bodies that were too long to keep. */
  readonly bodies: number
  /** Answers by functions of a test, which no file can hold. */
  readonly functions: number
}

/** A case: what happened in an emulator until a test failed. */
export interface CaseFile {
  readonly format: typeof caseFormat
  /** The version of the emulator. No other one opens the case. */
  readonly version: string
  readonly failure?: CaseFailure
  readonly seed: number
  /** The pack that a new world begins with; null where the case holds all of its records. */
  readonly fixtures: { readonly pack: string; readonly scale?: number } | { readonly pack: null }
  readonly samples: Members
  /** How a new world differs from the pack. */
  readonly start: CaseChanges
  readonly openMembers?: true
  readonly clock: { readonly start?: number; readonly frozen?: boolean }
  /** The faults of a new world. */
  readonly faults: readonly Members[]
  /** The scenarios of a new world. */
  readonly scenarios: readonly string[]
  readonly basePath: string
  readonly publicUrl?: string
  readonly conventions: Members
  readonly deviations: readonly string[]
  readonly adapters: readonly { readonly name: string; readonly digest: string }[]
  readonly worlds: readonly CaseWorld[]
  readonly events: readonly CaseEvent[]
  /** How the secrets in the texts are made anew, by name. */
  readonly secrets: Readonly<Record<string, { readonly world: string; readonly random: number }>>
  readonly dropped: CaseDropped
}
