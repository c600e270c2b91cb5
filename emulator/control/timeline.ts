import { type Static, Type } from 'typebox'
import { ApiError } from '../api/dialect/api-error.ts'
import { hasMark } from '../journal/request-marks.ts'
import { statusOf } from '../journal/journal-entry.ts'
import type { JournalDraft } from '../journal/journal-draft.ts'
import { inTurns } from '../tools/in-turns.ts'
import { toIso } from '../tools/time.ts'
import type { WorldSnapshot } from '../world/snapshot.ts'
import type { Worlds } from '../world/worlds.ts'
import type { World } from '../world/world.ts'
import { type Change, changesBetween } from './changes-between.ts'
import { type ControlEndpoint, defineControl } from './define-control.ts'
import { wholeNumber } from './read-control.ts'

const Marked = Type.Object(
  {
    index: Type.Integer(),
    method: Type.String(),
    status: Type.Union([Type.Integer(), Type.Null()]),
    problem: Type.Boolean(),
    faulted: Type.Boolean(),
  },
  { additionalProperties: false },
)

const Requests = Type.Object(
  {
    kind: Type.Literal('requests'),
    at: Type.String({ description: 'Virtual time of the first, RFC 3339.' }),
    until: Type.String({ description: 'Virtual time of the last, RFC 3339.' }),
    from: Type.Integer({ description: 'The index of the first.' }),
    to: Type.Integer({ description: 'The index of the last.' }),
    problems: Type.Integer({ description: 'How many had no success.' }),
    faulted: Type.Integer({ description: 'How many had a fault.' }),
    marked: Type.Array(Marked, { description: 'The first of those without success or with a fault.' }),
  },
  { additionalProperties: false },
)

const Changed = Type.Object(
  {
    kind: Type.Literal('change'),
    at: Type.String({ description: 'Virtual time, RFC 3339.' }),
    number: Type.Integer({ description: 'The number of the change, to fork there.' }),
    operation: Type.String({
      description: 'The operation of the control API that does it, such as clock.change, also where a test did it.',
    }),
    detail: Type.String({ description: 'What it was given, secrets replaced; of several the last.' }),
    count: Type.Integer({ description: 'How many changes of the kind in a row it stands for.' }),
    canFork: Type.Boolean({ description: 'Whether the state behind it is still kept.' }),
  },
  { additionalProperties: false },
)

const Timeline = Type.Object(
  {
    moments: Type.Array(Type.Union([Requests, Changed]), { description: 'Oldest first.' }),
    earlier: Type.Integer({ description: 'How many earlier changes are left out.' }),
  },
  { title: 'Timeline', additionalProperties: false },
)

const NewWorld = Type.Object(
  { name: Type.String({ description: 'The name of the new world.' }) },
  { additionalProperties: false },
)

type RequestRun = Static<typeof Requests>

/** The number of requests of a run that are named. */
const mostMarked = 12

/** The history of a world, and the way to a moment of it. */
export const timelineEndpoints: readonly ControlEndpoint[] = [
  defineControl({
    id: 'timeline',
    method: 'GET',
    path: '/timeline',
    summary:
      "Lists what happened in the request's world: its requests, and what was changed between them by the control API or in process: the clock, faults, scenarios, deviations, conventions, data and credentials.",
    answers: [{ status: 200, description: 'The moments.', schema: Timeline }],
    handle: async ({ world }) => {
      const changes = changesOf(world)
      const latest = changes.slice(-mostListed)
      const moments = await inTurns(momentsOf(world, latest))
      return { body: { moments, earlier: changes.length - latest.length } }
    },
  }),
  defineControl({
    id: 'timeline.fork',
    method: 'POST',
    path: '/timeline/{number}/fork',
    summary: "Makes a new world with the data, ids and time that the request's world had behind a change.",
    params: Type.Object({ number: Type.String({ description: 'The number of the change.' }) }),
    body: NewWorld,
    answers: [{ status: 201, description: 'The world was made.', schema: Type.Object({ name: Type.String() }) }],
    handle: ({ emulator: { worlds }, world, params, body: { name } }) => {
      const number = wholeNumber('number', params.number)
      const change = changesOf(world).find((candidate) => candidate.number === number)
      const state = change && world.stateAt(change.number, change.at)
      if (!state)
        throw new ApiError(
          'unknown',
          `The state behind the change ${number} of this world is not kept. GET /_emulator/timeline lists those that are.`,
          { code: 'unknown_change' },
        )
      fork(worlds, name, state)
      return { status: 201, body: { name } }
    },
  }),
  defineControl({
    id: 'timeline.forkAfter',
    method: 'POST',
    path: '/timeline/requests/{index}/fork',
    summary: "Makes a new world with the data, ids and time that the request's world had before or after a request.",
    params: Type.Object({ index: Type.String({ description: 'The index of the request in the journal.' }) }),
    body: Type.Object(
      {
        name: Type.String({ description: 'The name of the new world.' }),
        when: Type.Optional(Type.Enum(['before', 'after'], { description: 'Default: after.' })),
      },
      { additionalProperties: false },
    ),
    answers: [{ status: 201, description: 'The world was made.', schema: Type.Object({ name: Type.String() }) }],
    handle: ({ emulator: { worlds }, world, params, body: { name, when = 'after' } }) => {
      const index = wholeNumber('index', params.index) ?? 0
      const state = when === 'before' ? world.stateBefore(index) : world.stateAfter(index)
      if (!state)
        throw new ApiError(
          'unknown',
          `The state ${when} the request ${params.index} of this world is not kept${when === 'after' ? ', or the request is not answered yet' : ''}. GET /_emulator/requests lists the requests.`,
          { code: 'unknown_request' },
        )
      fork(worlds, name, state)
      return { status: 201, body: { name } }
    },
  }),
]

/** Makes a world with a state. @throws ApiError when there is a world of that name. */
function fork(worlds: Worlds, name: string, state: WorldSnapshot): void {
  if (worlds.has(name))
    throw new ApiError('refused', `There is a world ${JSON.stringify(name)} already. Choose another name.`)
  worlds.create(name).restore(state)
}

/** The most changes that are listed. */
const mostListed = 200

/** What was changed in a world between its requests. */
function changesOf({ recording, requests }: World): readonly Change[] {
  return recording ? changesBetween(recording.changes, requests, requests.redactor) : []
}

/** The moments of a world, one request at a time. */
function* momentsOf(
  { requests: journal, recording }: World,
  changes: readonly Change[],
): Generator<void, readonly Static<typeof Requests | typeof Changed>[]> {
  const moments: Static<typeof Requests | typeof Changed>[] = []
  let next = journal.oldest
  function* until(moment: number): Generator<void> {
    let run: RequestRun | undefined
    for (; next <= journal.latest; next++) {
      const draft = journal.draftAt(next)
      if (draft && draft.arrived > moment) break
      if (draft) run = extended(run, draft)
      yield
    }
    if (run) moments.push(run)
  }
  for (const { number, at, operation, detail, count } of changes) {
    yield* until(number)
    const canFork = number >= (recording?.begins ?? 0)
    moments.push({ kind: 'change', at: toIso(at), number, operation, detail, count, canFork })
  }
  yield* until(Number.POSITIVE_INFINITY)
  return moments
}

/** A run with one more request. */
function extended(run: RequestRun | undefined, draft: JournalDraft): RequestRun {
  const { index, method } = draft
  const at = toIso(draft.at)
  const [problem, faulted] = [hasMark(draft, 'problems'), hasMark(draft, 'faulted')]
  const longer = run ?? { kind: 'requests', at, until: at, from: index, to: index, problems: 0, faulted: 0, marked: [] }
  longer.until = at
  longer.to = index
  if (problem) longer.problems++
  if (faulted) longer.faulted++
  if ((problem || faulted) && longer.marked.length < mostMarked)
    longer.marked.push({ index, method, status: statusOf(draft), problem, faulted })
  return longer
}
