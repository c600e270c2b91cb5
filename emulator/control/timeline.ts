import { type Static, Type } from 'typebox'
import { ApiError } from '../api/dialect/api-error.ts'
import { hasMark } from '../journal/request-marks.ts'
import { statusOf } from '../journal/journal-entry.ts'
import type { JournalDraft } from '../journal/journal-draft.ts'
import type { Journal } from '../journal/journal.ts'
import { inTurns } from '../tools/in-turns.ts'
import { toIso } from '../tools/time.ts'
import type { WorldSnapshot } from '../world/snapshot.ts'
import type { Worlds } from '../world/worlds.ts'
import type { Change } from './change-log.ts'
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
    operation: Type.String({ description: 'The operation of the control API, such as clock.change.' }),
    detail: Type.String({ description: 'What it was given, secrets replaced.' }),
    canFork: Type.Boolean({ description: 'Whether the state behind it is still kept.' }),
  },
  { additionalProperties: false },
)

const Timeline = Type.Object(
  { moments: Type.Array(Type.Union([Requests, Changed]), { description: 'Oldest first.' }) },
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
      "Lists what happened in the request's world: its requests, and between them what the control API changed: the clock, faults, scenarios, deviations, conventions, data and credentials.",
    answers: [{ status: 200, description: 'The moments.', schema: Timeline }],
    handle: async ({ world, changes }) => ({
      body: { moments: await inTurns(momentsOf(world.requests, changes.of(world))) },
    }),
  }),
  defineControl({
    id: 'timeline.fork',
    method: 'POST',
    path: '/timeline/{number}/fork',
    summary: "Makes a new world with the data, ids and time that the request's world had behind a change.",
    params: Type.Object({ number: Type.String({ description: 'The number of the change.' }) }),
    body: NewWorld,
    answers: [{ status: 201, description: 'The world was made.', schema: Type.Object({ name: Type.String() }) }],
    handle: ({ emulator: { worlds }, world, changes, params, body: { name } }) => {
      const number = wholeNumber('number', params.number)
      const change = changes.of(world).find((candidate) => candidate.number === number)
      if (!change?.state)
        throw new ApiError(
          'unknown',
          `The state behind the change ${number} of this world is not kept. GET /_emulator/timeline lists those that are.`,
          {
            code: 'unknown_change',
          },
        )
      fork(worlds, name, change.state)
      return { status: 201, body: { name } }
    },
  }),
  defineControl({
    id: 'timeline.forkAfter',
    method: 'POST',
    path: '/timeline/requests/{index}/fork',
    summary: "Makes a new world with the data, ids and time that the request's world had after a request.",
    params: Type.Object({ index: Type.String({ description: 'The index of the request in the journal.' }) }),
    body: NewWorld,
    answers: [{ status: 201, description: 'The world was made.', schema: Type.Object({ name: Type.String() }) }],
    handle: ({ emulator: { worlds }, world, params, body: { name } }) => {
      const index = wholeNumber('index', params.index)
      const state = index === undefined ? undefined : world.stateAfter(index)
      if (!state)
        throw new ApiError(
          'unknown',
          `The state after the request ${params.index} of this world is not kept, or the request is not answered yet. GET /_emulator/requests lists the requests.`,
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

/** The moments of a world, one request at a time. */
function* momentsOf(
  journal: Journal,
  changes: readonly Change[],
): Generator<void, readonly Static<typeof Requests | typeof Changed>[]> {
  const moments: Static<typeof Requests | typeof Changed>[] = []
  let next = journal.oldest
  const { latest } = journal
  function* until(last: number): Generator<void> {
    let run: RequestRun | undefined
    for (; next <= last; next++) {
      const draft = journal.draftAt(next)
      if (draft) run = extended(run, draft)
      yield
    }
    if (run) moments.push(run)
  }
  for (const { after, at, number, operation, detail, state } of changes) {
    yield* until(after)
    moments.push({ kind: 'change', at: toIso(at), number, operation, detail, canFork: state !== undefined })
  }
  yield* until(latest)
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
