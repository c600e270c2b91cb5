// The schema of a case, by which one of a stranger is checked.
import { type TObject, type TSchema, Type } from 'typebox'
import { caseFormat, mostWorlds } from './case-file.ts'
import { isObject } from '../tools/is-object.ts'
import { recordOf } from '../tools/record-of.ts'
import { maxTime } from '../tools/time.ts'

const closed = { additionalProperties: false } as const
const Name = Type.String({ maxLength: 200 })
const Names = Type.Array(Name, { maxItems: 1000 })
const Members = recordOf(Type.Unknown())
const Time = Type.Number({ minimum: 0, maximum: maxTime, description: 'Virtual time, in milliseconds since 1970.' })
const Ids = Type.Object({ last: Type.String({ pattern: '^[0-9A-Za-z]{27}$' }), random: Type.Integer() }, closed)

const changeMembers = {
  put: Type.Optional(recordOf(Type.Array(Members))),
  removed: Type.Optional(recordOf(Type.Array(Type.String()))),
  ids: Type.Optional(Ids),
}
const Changes = Type.Object(changeMembers, {
  ...closed,
  description: 'Records that were added or replaced, ids of those that were removed, and where the ids continue.',
})

const World = Type.Object(
  { name: Name, at: Time, frozen: Type.Boolean(), changes: Changes, faults: Type.Array(Members), scenarios: Names },
  { ...closed, description: 'A world when the case begins: how it differs from a new one.' },
)

const Request = Type.Object(
  {
    kind: Type.Literal('request'),
    number: Type.Integer({ minimum: 1, description: 'From 1, in the order of arrival in all worlds.' }),
    index: Type.Integer({ minimum: 1, description: 'Its number in the journal of its world.' }),
    world: Name,
    at: Time,
    method: Type.String({ pattern: String.raw`^[\w!#$%&'*+.^|~-]{1,50}$` }),
    path: Type.String(),
    search: Type.String(),
    headers: Type.Array(Type.String(), { description: 'Names and values in turn, as they came.' }),
    body: Type.Optional(Type.String()),
    bodyLength: Type.Integer({ minimum: 0, description: 'In characters. A body that was too long is left out.' }),
    operation: Type.Union([Name, Type.Null()]),
    status: Type.Union([Type.Integer({ minimum: 100, maximum: 999 }), Type.Null()], {
      description: 'null: the connection was dropped, or no answer.',
    }),
    refusal: Type.Optional(
      Type.Object({ code: Name, requirement: Type.Union([Name, Type.Null()]), message: Type.String() }, closed),
    ),
    fault: Type.Optional(Members),
    mcp: Type.Optional(
      Type.Object(
        { method: Type.String(), tool: Type.Optional(Type.String()), error: Type.Optional(Type.String()) },
        closed,
      ),
    ),
    credential: Type.Union([Name, Type.Null()], { description: 'Such as oauth#2, or oauth#1 (expired).' }),
  },
  { ...closed, description: 'A request. Known secrets are names, as in ‹token›; others are <redacted>.' },
)

const ofWorld = { world: Name }
const event = <Kind extends string, Rest extends Readonly<Record<string, TSchema>>>(kind: Kind, rest: Rest) =>
  Type.Object({ kind: Type.Literal(kind), ...rest }, closed)

const Answer = event('answer', { number: Type.Integer({ minimum: 1 }) })
const Changed = event('changes', { ...ofWorld, beginning: Type.Optional(Type.Literal(true)), ...changeMembers })
const Clock = event('clock', { ...ofWorld, time: Time, frozen: Type.Boolean() })
const Faults = event('faults', {
  ...ofWorld,
  add: Type.Optional(Members),
  remove: Type.Optional(Type.Integer({ minimum: 0 })),
  set: Type.Optional(Type.Array(Members)),
  reset: Type.Optional(Type.Literal(true)),
})
const Scenarios = event('scenarios', { ...ofWorld, names: Names })
const Control = event('control', { ...ofWorld, operation: Name, detail: Type.String() })
const Conventions = event('conventions', { changes: Members })
const Deviations = event('deviations', { names: Names })

const events = {
  request: Request,
  answer: Answer,
  changes: Changed,
  clock: Clock,
  faults: Faults,
  scenarios: Scenarios,
  control: Control,
  conventions: Conventions,
  deviations: Deviations,
} as const

const Failure = Type.Object(
  {
    test: Type.Optional(Type.String()),
    message: Type.Optional(Type.String()),
    command: Type.Optional(Type.Array(Type.String())),
    exitCode: Type.Optional(Type.Integer()),
  },
  { ...closed, description: 'What failed, as the test runner or the command told it.' },
)

const count = (description: string) => Type.Integer({ minimum: 0, description })

const members = {
  format: Type.Literal(caseFormat),
  version: Type.String({ description: 'The version of the emulator. No other one opens the case.' }),
  failure: Type.Optional(Failure),
  seed: Type.Integer({ minimum: 0 }),
  fixtures: Type.Object({ pack: Type.Union([Name, Type.Null()]), scale: Type.Optional(count('Of the pack.')) }, closed),
  samples: Members,
  start: Changes,
  members: Type.Optional(Type.Union([Type.Literal('open'), recordOf(recordOf(Type.Array(Type.String())))])),
  clock: Type.Object({ start: Type.Optional(Time), frozen: Type.Optional(Type.Boolean()) }, closed),
  faults: Type.Array(Members, { description: 'The faults of a new world.' }),
  scenarios: Names,
  basePath: Type.String({ maxLength: 2000 }),
  publicUrl: Type.Optional(Type.String({ maxLength: 2000 })),
  conventions: Members,
  deviations: Names,
  adapters: Type.Array(Type.Object({ name: Name, digest: Name }, closed)),
  worlds: Type.Array(World, { minItems: 1, maxItems: mostWorlds }),
  secrets: recordOf(Type.Object({ world: Name, random: Type.Integer() }, closed)),
  dropped: Type.Object(
    {
      requests: count('Earlier requests that were too many. Those before a reset are not counted.'),
      changes: count('Earlier changes.'),
      bodies: count('Bodies that were too long to keep.'),
      functions: count('Answers by functions of a test, which no file can hold.'),
    },
    { ...closed, description: 'What the case does not hold.' },
  ),
}

/** A case: what happened in an emulator until a test failed. */
export const CaseSchema: TObject = Type.Object(
  { ...members, events: Type.Array(Type.Union(Object.values(events)), { description: 'In their order.' }) },
  { ...closed, title: 'Case' },
)

/** A case whose events are checked one by one: the whole schema would take a hundred times as long. */
export const CaseWithoutEvents: TObject = Type.Object({ ...members, events: Type.Array(Type.Unknown()) }, closed)

/** The schema of an event, by the kind that it claims to be. */
export function eventSchema(claimed: unknown): TObject | undefined {
  const kind = isObject(claimed) ? claimed['kind'] : undefined
  return typeof kind === 'string' && Object.hasOwn(events, kind) ? events[kind as keyof typeof events] : undefined
}
