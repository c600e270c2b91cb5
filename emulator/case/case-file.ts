// A case: what happened in an emulator until a test failed. `case-schema.ts` checks what these types say.
import type { IdState } from '../model/resources/ids.ts'
import type { MembersOption } from '../world/read-records.ts'

/** The number increases when an older emulator could misread a newer case. */
export const caseFormat = 'platform-data-emulator/case/1'

/** The most bytes of a case when it is unpacked, and again with its secrets in place. */
export const mostBytes = 67_108_864

/** The most worlds of a case. */
export const mostWorlds = 2000

type Members = Readonly<Record<string, unknown>>

/** Records that were added or replaced, the ids of those that were removed, and where the ids continue. */
export interface CaseChanges {
  readonly put?: Readonly<Record<string, readonly Members[]>>
  readonly removed?: Readonly<Record<string, readonly string[]>>
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

/** A request. Known secrets are names, as in `‹token›`; others are `<redacted>`. */
export interface CaseRequest {
  readonly kind: 'request'
  /** From 1, in the order of arrival in all worlds. */
  readonly number: number
  /** Its number in the journal of its world. */
  readonly index: number
  readonly world: string
  /** Virtual time when it was served, in milliseconds since 1970. */
  readonly at: number
  readonly method: string
  readonly path: string
  readonly search: string
  /** Names and values in turn, as they came. */
  readonly headers: readonly string[]
  /** Left out when there was none, or it was too long to keep. */
  readonly body?: string
  /** In characters. */
  readonly bodyLength: number
  readonly operation: string | null
  /** null: the connection was dropped, or there was no answer. */
  readonly status: number | null
  readonly refusal?: { readonly code: string; readonly requirement: string | null; readonly message: string }
  readonly fault?: Members
  readonly mcp?: { readonly method: string; readonly tool?: string; readonly error?: string }
  /** Such as oauth#2, or oauth#1 (expired). */
  readonly credential: string | null
}

/** A step of the faults of a world: one of these. */
interface CaseFaultStep {
  readonly add?: Members
  readonly remove?: number
  readonly set?: readonly Members[]
  readonly reset?: true
}

/** The events, in order. */
export type CaseEvent =
  | CaseRequest
  | { readonly kind: 'answer'; readonly number: number }
  /** Records changed; `beginning`: the world was made. */
  | ({ readonly kind: 'changes'; readonly world: string; readonly beginning?: true } & CaseChanges)
  | { readonly kind: 'clock'; readonly world: string; readonly time: number; readonly frozen: boolean }
  | ({ readonly kind: 'faults'; readonly world: string } & CaseFaultStep)
  | { readonly kind: 'scenarios'; readonly world: string; readonly names: readonly string[] }
  | { readonly kind: 'control'; readonly world: string; readonly operation: string; readonly detail: string }
  | { readonly kind: 'conventions'; readonly changes: Members }
  | { readonly kind: 'deviations'; readonly names: readonly string[] }

/** The failure, as the test runner or the command told it. */
export interface CaseFailure {
  readonly test?: string
  readonly message?: string
  readonly command?: readonly string[]
  readonly exitCode?: number
}

/** A case: what happened in an emulator until a test failed. */
export interface CaseFile {
  readonly format: typeof caseFormat
  /** The version of the emulator. No other one opens the case. */
  readonly version: string
  readonly failure?: CaseFailure
  readonly seed: number
  /** The pack that a new world begins with; null where the case holds all of its records. */
  readonly fixtures: { readonly pack: string | null; readonly scale?: number }
  readonly samples: Members
  /** How a new world differs from the pack. */
  readonly start: CaseChanges
  /** As in a fixture file. */
  readonly members?: MembersOption
  readonly clock: { readonly start?: number; readonly frozen?: boolean }
  /** The faults and the scenarios of a new world. */
  readonly faults: readonly Members[]
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
  /** How much the case does not hold; `functions`: answers by functions of a test. */
  readonly dropped: Readonly<Record<'requests' | 'changes' | 'bodies' | 'functions', number>>
}
