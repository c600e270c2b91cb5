// The schema of a case, by which one of a stranger is checked.
import { type TObject, Type } from 'typebox'
import { caseFormat } from './case-file.ts'
import { isObject } from '../tools/is-object.ts'
import { recordOf } from '../tools/record-of.ts'
import { maxTime } from '../tools/time.ts'

const closed = { additionalProperties: false } as const
const time = Type.Number({ minimum: 0, maximum: maxTime, description: 'Virtual time, in milliseconds since 1970.' })
const IdState = Type.Object({ last: Type.String(), random: Type.Integer() }, closed)
const Fault = recordOf(Type.Unknown())

/** Records that were added or replaced, and the ids of those that were removed, by collection. */
const changeMembers = {
  put: Type.Optional(recordOf(Type.Array(recordOf(Type.Unknown())))),
  removed: Type.Optional(recordOf(Type.Array(Type.String()))),
  ids: Type.Optional(IdState),
}

const World = Type.Object(
  {
    name: Type.String(),
    at: time,
    frozen: Type.Boolean(),
    changes: Type.Object(changeMembers, {
      ...closed,
      description: 'How it differs from a new world when the case begins.',
    }),
    faults: Type.Array(Fault, { description: 'Its faults when the case begins.' }),
    scenarios: Type.Array(Type.String()),
  },
  closed,
)

const Refusal = Type.Object(
  { code: Type.String(), requirement: Type.Union([Type.String(), Type.Null()]), message: Type.String() },
  closed,
)

const Request = Type.Object(
  {
    kind: Type.Literal('request'),
    number: Type.Integer({ minimum: 1, description: 'From 1, in the order of arrival in all worlds.' }),
    index: Type.Integer({ minimum: 1, description: 'Its number in the journal of its world.' }),
    world: Type.String(),
    at: time,
    servedAt: Type.Optional(
      Type.Number({ minimum: 0, maximum: maxTime, description: 'When the endpoint began, where that is later.' }),
    ),
    method: Type.String(),
    path: Type.String(),
    search: Type.String(),
    base: Type.Optional(
      Type.String({ description: 'What stood before the path, where its Host and world do not tell it.' }),
    ),
    headers: Type.Array(Type.String(), { description: 'Names and values in turn, as they came.' }),
    body: Type.Optional(Type.String()),
    bodyLength: Type.Integer({ minimum: 0, description: 'In characters. The body is left out where it was too long.' }),
    operation: Type.Union([Type.String(), Type.Null()]),
    status: Type.Union([Type.Integer(), Type.Null()], {
      description: 'null: the connection was dropped, or no answer.',
    }),
    answer: Type.Optional(Type.String({ description: 'A checksum of the answer, where it was kept.' })),
    refusal: Type.Optional(Refusal),
    fault: Type.Optional(Fault),
    stub: Type.Optional(Type.Literal(true, { description: "The fault was an answer of the test's own." })),
    mcp: Type.Optional(
      Type.Object(
        { method: Type.String(), tool: Type.Optional(Type.String()), error: Type.Optional(Type.String()) },
        closed,
      ),
    ),
    credential: Type.Union([Type.String(), Type.Null()], { description: 'Such as oauth#2, or oauth#1 (expired).' }),
  },
  closed,
)

const ofWorld = { world: Type.String() }

const events = [
  Request,
  Type.Object({ kind: Type.Literal('answer'), number: Type.Integer({ minimum: 1 }) }, closed),
  Type.Object(
    { kind: Type.Literal('changes'), ...ofWorld, beginning: Type.Optional(Type.Literal(true)), ...changeMembers },
    closed,
  ),
  Type.Object({ kind: Type.Literal('clock'), ...ofWorld, time, frozen: Type.Boolean() }, closed),
  Type.Object({ kind: Type.Literal('faults'), ...ofWorld, add: Fault }, closed),
  Type.Object({ kind: Type.Literal('faults'), ...ofWorld, remove: Type.Integer({ minimum: 0 }) }, closed),
  Type.Object({ kind: Type.Literal('faults'), ...ofWorld, set: Type.Array(Fault) }, closed),
  Type.Object({ kind: Type.Literal('faults'), ...ofWorld, reset: Type.Literal(true) }, closed),
  Type.Object(
    {
      kind: Type.Literal('scenarios'),
      ...ofWorld,
      names: Type.Array(Type.String()),
      added: Type.Optional(Type.String({ description: 'The only one that began, while the others go on.' })),
    },
    closed,
  ),
  Type.Object({ kind: Type.Literal('control'), ...ofWorld, operation: Type.String(), detail: Type.String() }, closed),
  Type.Object({ kind: Type.Literal('conventions'), changes: recordOf(Type.Unknown()) }, closed),
  Type.Object({ kind: Type.Literal('deviations'), names: Type.Array(Type.String()) }, closed),
]

const Failure = Type.Object(
  {
    test: Type.Optional(Type.String()),
    message: Type.Optional(Type.String()),
    command: Type.Optional(Type.Array(Type.String())),
    exitCode: Type.Optional(Type.Integer()),
  },
  { ...closed, description: 'What failed, as the test runner or the command told it.' },
)

const Dropped = Type.Object(
  {
    requests: Type.Integer({
      minimum: 0,
      description: 'Earlier requests that were too many. Those before a reset are not counted.',
    }),
    changes: Type.Integer({ minimum: 0, description: 'Earlier changes.' }),
    bodies: Type.Integer({ minimum: 0, description: 'Bodies that were too long to keep.' }),
    functions: Type.Integer({ minimum: 0, description: 'Answers by functions of a test, which no file can hold.' }),
  },
  { ...closed, description: 'What the case does not hold.' },
)

const members = {
  format: Type.Literal(caseFormat),
  version: Type.String({ description: 'The version of the emulator. No other one opens the case.' }),
  failure: Type.Optional(Failure),
  seed: Type.Integer({ minimum: 0 }),
  fixtures: Type.Union([
    Type.Object({ pack: Type.String(), scale: Type.Optional(Type.Integer({ minimum: 0 })) }, closed),
    Type.Object({ pack: Type.Null() }, closed),
  ]),
  samples: recordOf(Type.Unknown()),
  start: Type.Object(changeMembers, { ...closed, description: 'How a new world differs from the fixtures.' }),
  openMembers: Type.Optional(Type.Literal(true)),
  clock: Type.Object({ start: Type.Optional(time), frozen: Type.Optional(Type.Boolean()) }, closed),
  faults: Type.Array(Fault, { description: 'The faults of a new world.' }),
  scenarios: Type.Array(Type.String(), { description: 'The scenarios of a new world.' }),
  basePath: Type.String(),
  publicUrl: Type.Optional(Type.String()),
  conventions: recordOf(Type.Unknown()),
  deviations: Type.Array(Type.String()),
  adapters: Type.Array(Type.Object({ name: Type.String(), digest: Type.String() }, closed)),
  worlds: Type.Array(World, { minItems: 1 }),
  secrets: recordOf(
    Type.Object({ world: Type.String(), random: Type.Integer() }, { ...closed, description: 'How it is made anew.' }),
  ),
  dropped: Dropped,
}

/** A case: what happened in an emulator until a test failed. */
export const CaseSchema: TObject = Type.Object(
  { ...members, events: Type.Array(Type.Union(events), { description: 'In the order in which they happened.' }) },
  { ...closed, title: 'Case' },
)

/** A case whose events are checked one by one: the whole schema would take a hundred times as long. */
export const CaseWithoutEvents: TObject = Type.Object({ ...members, events: Type.Array(Type.Unknown()) }, closed)

/** The schema of an event, by what it claims to be. */
export function eventSchema(event: unknown): TObject | undefined {
  const claimed = isObject(event) ? event : {}
  return events.find(({ properties: { kind, ...others } }) => {
    if (kind.const !== claimed['kind']) return false
    return kind.const !== 'faults' || Object.keys(others).some((name) => name !== 'world' && name in claimed)
  })
}
