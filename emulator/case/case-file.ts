// A case: what happened in an emulator until a test failed, as types and as the schema by which one of a stranger is checked.
import { type TObject, type TSchema, Type } from 'typebox'
import type { IdState } from '../model/resources/ids.ts'
import { isObject } from '../tools/is-object.ts'
import { recordOf } from '../tools/record-of.ts'
import { maxTime } from '../tools/time.ts'
import type { MembersOption } from '../world/read-records.ts'

/** The number increases when an older emulator could misread a newer case. */
export const caseFormat = 'platform-data-emulator/case/1'

/** The most bytes of a case when it is unpacked, and again with its secrets in place. */
export const mostBytes = 67_108_864

/** The most worlds, requests and events of a case. */
export const most = { worlds: 2000, requests: 10_000, events: 60_000 } as const

type Members = Readonly<Record<string, unknown>>

/** A record that was added, replaced or removed. */
export interface CaseRecord {
  readonly collection: string
  readonly put?: Members
  /** Its id. */
  readonly removed?: string
}

/** A world when the case begins. */
export interface CaseWorld {
  readonly name: string
  /** Virtual time, in milliseconds since 1970. */
  readonly at: number
  readonly frozen: boolean
  /** How its records differ from those of a new world. */
  readonly records: readonly CaseRecord[]
  /** Where the ids continue. */
  readonly ids: IdState
  readonly faults: readonly Members[]
  readonly scenarios: readonly string[]
}

/** A request. Secrets that the emulator made are names, as in `‹token›`; others are `<redacted>`. */
export interface CaseRequest {
  readonly kind: 'request'
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
}

/** The events, in order. Requests are numbered from 1, in all worlds. */
export type CaseEvent =
  | CaseRequest
  | { readonly kind: 'answer'; readonly number: number }
  | ({ readonly kind: 'record'; readonly world: string } & CaseRecord)
  /** Where the ids continue. */
  | { readonly kind: 'ids'; readonly world: string; readonly ids: IdState }
  /** The world made a secret. It follows from the state of its random numbers. */
  | { readonly kind: 'secret'; readonly world: string; readonly random: number }
  | { readonly kind: 'clock'; readonly world: string; readonly at: number; readonly frozen: boolean }
  /** A fault was added, or all are others. */
  | { readonly kind: 'faults'; readonly world: string; readonly add?: Members; readonly set?: readonly Members[] }
  | { readonly kind: 'scenarios'; readonly world: string; readonly names: readonly string[] }
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
  /** How the records of a new world differ from the pack, and where its ids begin. */
  readonly records: readonly CaseRecord[]
  readonly ids: IdState
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
  /** How many earlier requests it does not hold, and answers by functions of a test, which no file can hold. */
  readonly dropped: { readonly requests: number; readonly functions: number }
}

const closed = { additionalProperties: false } as const
const object = (members: Readonly<Record<string, TSchema>>, description?: string) =>
  Type.Object(members, description === undefined ? closed : { ...closed, description })

const Name = Type.String({ maxLength: 200 })
const Names = Type.Array(Name, { maxItems: 1000 })
const AnyMembers = recordOf(Type.Unknown())
const Time = Type.Number({ minimum: 0, maximum: maxTime, description: 'Virtual time, in milliseconds since 1970.' })
const Count = Type.Integer({ minimum: 0 })
const Ids = object(
  { last: Type.String({ pattern: '^[0-9A-Za-z]{27}$' }), random: Type.Integer() },
  'Where the ids continue.',
)
const recordMembers = { collection: Name, put: Type.Optional(AnyMembers), removed: Type.Optional(Type.String()) }
const Records = Type.Array(
  object(recordMembers, 'A record that was added or replaced, or the id of one that was removed.'),
)
const beginning = { records: Records, ids: Ids, faults: Type.Array(AnyMembers), scenarios: Names }

const ofWorld = { world: Name }
const events: Readonly<Record<CaseEvent['kind'], TObject>> = {
  request: eventOf('request', {
    ...ofWorld,
    at: Time,
    method: Type.String({ pattern: String.raw`^[\w!#$%&'*+.^|~-]{1,50}$` }),
    path: Type.String(),
    search: Type.String(),
    headers: Type.Array(Type.String(), { description: 'Names and values in turn, as they came.' }),
    body: Type.Optional(Type.String({ description: 'Left out when there was none, or it was too long.' })),
    bodyLength: Count,
    operation: Type.Union([Name, Type.Null()]),
    status: Type.Union([Type.Integer({ minimum: 100, maximum: 999 }), Type.Null()]),
    refusal: Type.Optional(
      object({ code: Name, requirement: Type.Union([Name, Type.Null()]), message: Type.String() }),
    ),
    fault: Type.Optional(AnyMembers),
    mcp: Type.Optional(
      object({ method: Type.String(), tool: Type.Optional(Type.String()), error: Type.Optional(Type.String()) }),
    ),
  }),
  answer: eventOf('answer', { number: Type.Integer({ minimum: 1 }) }),
  record: eventOf('record', { ...ofWorld, ...recordMembers }),
  ids: eventOf('ids', { ...ofWorld, ids: Ids }),
  secret: eventOf('secret', { ...ofWorld, random: Type.Integer() }),
  clock: eventOf('clock', { ...ofWorld, at: Time, frozen: Type.Boolean() }),
  faults: eventOf('faults', { ...ofWorld, add: Type.Optional(AnyMembers), set: Type.Optional(Type.Array(AnyMembers)) }),
  scenarios: eventOf('scenarios', { ...ofWorld, names: Names }),
  conventions: eventOf('conventions', { changes: AnyMembers }),
  deviations: eventOf('deviations', { names: Names }),
}

function eventOf(kind: string, members: Readonly<Record<string, TSchema>>): TObject {
  return object({ kind: Type.Literal(kind), ...members })
}

const members = {
  format: Type.Literal(caseFormat),
  version: Type.String({ description: 'The version of the emulator. No other one opens the case.' }),
  failure: Type.Optional(
    object(
      {
        test: Type.Optional(Type.String()),
        message: Type.Optional(Type.String()),
        command: Type.Optional(Type.Array(Type.String())),
        exitCode: Type.Optional(Type.Integer()),
      },
      'What failed, as the test runner or the command told it.',
    ),
  ),
  seed: Count,
  fixtures: object({
    pack: Type.Union([Name, Type.Null()]),
    scale: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  }),
  samples: AnyMembers,
  ...beginning,
  members: Type.Optional(Type.Union([Type.Literal('open'), recordOf(recordOf(Type.Array(Type.String())))])),
  clock: object({ start: Type.Optional(Time), frozen: Type.Optional(Type.Boolean()) }),
  basePath: Type.String({ maxLength: 2000 }),
  publicUrl: Type.Optional(Type.String({ maxLength: 2000 })),
  conventions: AnyMembers,
  deviations: Names,
  adapters: Type.Array(object({ name: Name, digest: Name })),
  worlds: Type.Array(
    object({ name: Name, at: Time, frozen: Type.Boolean(), ...beginning }, 'A world when the case begins.'),
    {
      minItems: 1,
      maxItems: most.worlds,
    },
  ),
  dropped: object({ requests: Count, functions: Count }, 'How much the case does not hold.'),
}

/** The schema of a case. */
export const CaseSchema: TObject = Type.Object(
  {
    ...members,
    events: Type.Array(Type.Union(Object.values(events)), { maxItems: most.events, description: 'In their order.' }),
  },
  { ...closed, title: 'Case' },
)

/** A case whose events are checked one by one: the whole schema would take a hundred times as long. */
export const CaseWithoutEvents: TObject = object({
  ...members,
  events: Type.Array(Type.Unknown(), { maxItems: most.events }),
})

/** The schema of an event, by the kind that it claims to be. */
export function eventSchema(claimed: unknown): TObject | undefined {
  const kind = isObject(claimed) ? claimed['kind'] : undefined
  return typeof kind === 'string' && Object.hasOwn(events, kind) ? events[kind as CaseEvent['kind']] : undefined
}
