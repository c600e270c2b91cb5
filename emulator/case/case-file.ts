// The schema of a case, the record of what happened in an emulator until a test failed. It checks untrusted cases.
import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { mostEvents } from '../journal/event-log.ts'
import { isObject } from '../tools/is-object.ts'
import { patternRecord } from '../tools/record-of.ts'
import type { DeepReadonly } from '../tools/deep-readonly.ts'
import { maxTime } from '../tools/time.ts'

/** The number increases when an older emulator could misread a newer case. */
export const caseFormat = 'platform-data-emulator/case/1'

/** The most bytes of a case when it is unpacked, and again with its secrets in place. */
export const mostBytes = 67_108_864

/** The most worlds, requests and events of a case. */
export const most = { worlds: 2000, requests: 10_000, events: mostEvents } as const

const closed = { additionalProperties: false } as const

function closedObject<Members extends TProperties>(members: Members, description?: string) {
  return Type.Object(members, description === undefined ? closed : { ...closed, description })
}

const Name = Type.String({ maxLength: 200 })
const Names = Type.Array(Name, { maxItems: 1000 })
const AnyMembers = patternRecord(Type.Unknown())
const Time = Type.Number({ minimum: 0, maximum: maxTime, description: 'Virtual time, in milliseconds since 1970.' })
const Count = Type.Integer({ minimum: 0 })
const Ids = closedObject(
  { last: Type.String({ pattern: '^[0-9A-Za-z]{27}$' }), random: Type.Integer() },
  'Where the ids continue.',
)
const recordMembers = { collection: Name, put: Type.Optional(AnyMembers), removed: Type.Optional(Type.String()) }
const Record = closedObject(recordMembers, 'A record that was added or replaced, or the id of one that was removed.')
const beginning = { records: Type.Array(Record), ids: Ids, faults: Type.Array(AnyMembers), scenarios: Names }
const ofWorld = { world: Name }
const events = {
  // Secrets that the emulator made are names, as in `‹token›`; others are `<redacted>`.
  request: caseEventSchema('request', {
    ...ofWorld,
    at: Time,
    method: Type.String({ pattern: String.raw`^[\w!#$%&'*+.^|~-]{1,50}$` }),
    path: Type.String(),
    search: Type.String(),
    headers: Type.Array(Type.String(), { description: 'Names and values in turn, as received.' }),
    body: Type.Optional(Type.String({ description: 'Omitted if there was no body, or if it was too long.' })),
    bodyLength: Count,
    operation: Type.Union([Name, Type.Null()]),
    // null: the connection was dropped, or there was no answer.
    status: Type.Union([Type.Integer({ minimum: 100, maximum: 999 }), Type.Null()]),
    refusal: Type.Optional(
      closedObject({ code: Name, requirement: Type.Union([Name, Type.Null()]), message: Type.String() }),
    ),
    fault: Type.Optional(AnyMembers),
    mcp: Type.Optional(
      closedObject({ method: Type.String(), tool: Type.Optional(Type.String()), error: Type.Optional(Type.String()) }),
    ),
  }),
  // Requests are numbered from 1, in all worlds.
  answer: caseEventSchema('answer', { number: Type.Integer({ minimum: 1 }) }),
  record: caseEventSchema('record', { ...ofWorld, ...recordMembers }),
  ids: caseEventSchema('ids', { ...ofWorld, ids: Ids }),
  // The world made a secret. It follows from the state of its random numbers.
  secret: caseEventSchema('secret', { ...ofWorld, random: Type.Integer() }),
  clock: caseEventSchema('clock', { ...ofWorld, at: Time, frozen: Type.Boolean() }),
  // A fault was added, or all were replaced.
  faults: caseEventSchema('faults', {
    ...ofWorld,
    add: Type.Optional(AnyMembers),
    set: Type.Optional(Type.Array(AnyMembers)),
  }),
  scenarios: caseEventSchema('scenarios', { ...ofWorld, names: Names }),
  conventions: caseEventSchema('conventions', { changes: AnyMembers }),
  deviations: caseEventSchema('deviations', { names: Names }),
}

function caseEventSchema<Kind extends string, Members extends TProperties>(kind: Kind, members: Members) {
  return closedObject({ kind: Type.Literal(kind), ...members })
}

const members = {
  format: Type.Literal(caseFormat),
  version: Type.String({ description: 'The version of the emulator. No other one opens the case.' }),
  failure: Type.Optional(
    closedObject(
      {
        test: Type.Optional(Type.String()),
        message: Type.Optional(Type.String()),
        command: Type.Optional(Type.Array(Type.String())),
        exitCode: Type.Optional(Type.Integer()),
      },
      'The failure, as the test runner or the command reported it.',
    ),
  ),
  seed: Count,
  // The pack that a new world begins with; null if the case holds all of its records.
  fixtures: closedObject({
    pack: Type.Union([Name, Type.Null()]),
    scale: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  }),
  samples: AnyMembers,
  // How the records of a new world differ from the pack, its faults and its scenarios.
  ...beginning,
  // As in a fixture file.
  members: Type.Optional(Type.Union([Type.Literal('open'), patternRecord(patternRecord(Type.Array(Type.String())))])),
  clock: closedObject({ start: Type.Optional(Time), frozen: Type.Optional(Type.Boolean()) }),
  basePath: Type.String({ maxLength: 2000 }),
  publicUrl: Type.Optional(Type.String({ maxLength: 2000 })),
  conventions: AnyMembers,
  deviations: Names,
  adapters: Type.Array(closedObject({ name: Name, digest: Name })),
  worlds: Type.Array(
    closedObject({ name: Name, at: Time, frozen: Type.Boolean(), ...beginning }, 'A world when the case begins.'),
    {
      minItems: 1,
      maxItems: most.worlds,
    },
  ),
  // The number of earlier requests that it does not hold, and of answers by functions of a test, which a file cannot
  // hold.
  dropped: closedObject({ requests: Count, functions: Count }, 'The amount that the case leaves out.'),
}

/** The schema of a case. */
export const CaseSchema = Type.Object(
  {
    ...members,
    events: Type.Array(Type.Union(Object.values(events)), { maxItems: most.events, description: 'In their order.' }),
  },
  { ...closed, title: 'Case' },
)

/** A case without its events, which are checked one by one: the whole schema would take a hundred times as long. */
export const CaseWithoutEvents = closedObject({
  ...members,
  events: Type.Array(Type.Unknown(), { maxItems: most.events }),
})

/** The schema of an event, by the kind that it claims to be. */
export function eventSchema(claimed: unknown): TSchema | undefined {
  const kind = isObject(claimed) ? claimed['kind'] : undefined
  return typeof kind === 'string' && Object.hasOwn(events, kind) ? events[kind as CaseEvent['kind']] : undefined
}

/** The types of events, by their kind. */
type Events = { readonly [Kind in keyof typeof events]: DeepReadonly<Static<(typeof events)[Kind]>> }

/** A request. */
export type CaseRequest = Events['request']

/** The events, in order. */
export type CaseEvent = Events[keyof Events]

/** A record that was added, replaced or removed. */
export type CaseRecord = DeepReadonly<Static<typeof Record>>

/** A case: what happened in an emulator until a test failed. */
export interface CaseFile extends Omit<DeepReadonly<Static<typeof CaseWithoutEvents>>, 'events'> {
  readonly events: readonly CaseEvent[]
}

/** The failure, as the test runner or the command reported it. */
export type CaseFailure = NonNullable<CaseFile['failure']>
