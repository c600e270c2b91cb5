import { type Static, Type } from 'typebox'
import { defaultWorldName } from '../api/auth/sent-credential.ts'
import { WorldData } from '../world/data/data.ts'
import { toIso } from '../tools/time.ts'
import type { DeepReadonly } from '../tools/deep-readonly.ts'
import type { World } from '../world/world.ts'
import type { Worlds } from '../world/worlds.ts'
import { type ControlEndpoint, defineControl } from './define-control.ts'
import { ApiError } from '../api/dialect/api-error.ts'
import { shortJson } from '../tools/short-text.ts'
import { limitItems, limitParameter } from './list-limits.ts'

export const ClockSchema = Type.Object(
  { now: Type.String({ format: 'date-time' }), frozen: Type.Boolean() },
  { title: 'Clock', additionalProperties: false },
)

const WorldSummary = Type.Object(
  {
    name: Type.String(),
    records: Type.Integer(),
    requests: Type.Integer({
      description:
        'The number of requests that its journal received since it was cleared, with those that it has dropped.',
    }),
    clock: ClockSchema,
  },
  { title: 'World', additionalProperties: false },
)

export type ClockReading = DeepReadonly<Static<typeof ClockSchema>>

/** Returns the clock of a world as the control API shows it. */
export function clockState({ clock }: World): ClockReading {
  return { now: toIso(clock.now()), frozen: clock.frozen }
}

/** A world as the control API lists it. */
export type ListedWorld = DeepReadonly<Static<typeof WorldSummary>>

function summarizeWorld(world: World): ListedWorld {
  return {
    name: world.name,
    records: new WorldData(world).total,
    requests: world.requests.size + world.requests.dropped,
    clock: clockState(world),
  }
}

function knownWorld(worlds: Worlds, name: string): World {
  const world = worlds.peek(name)
  if (world) return world
  worlds.assertKept(name)
  const { names } = worlds
  const few = names.slice(0, 5).join(', ')
  const list = names.length > 5 ? `There are ${names.length}, such as ${few}.` : `The worlds are ${few}.`
  throw new ApiError('unknown', `There is no world ${JSON.stringify(name.slice(0, 120))}. ${list} PUT creates one.`, {
    code: 'unknown_world',
  })
}

const listQuery = Type.Object({
  search: Type.Optional(Type.String({ description: 'A part of the name, in any case.' })),
  limit: limitParameter,
  after: Type.Optional(Type.String({ description: 'The name of a world: only those that are listed after it.' })),
})

function pageOfNames({ names }: Worlds, { search = '', after, limit }: Static<typeof listQuery>): readonly string[] {
  const found = names.filter((name) => name.toLowerCase().includes(search.toLowerCase()))
  const from = after === undefined ? 0 : found.indexOf(after) + 1
  if (after !== undefined && from === 0)
    throw new ApiError('refused', `after must be the name of a listed world; got ${shortJson(after)}.`)
  return found.slice(from, from + limitItems(limit))
}

const params = Type.Object({ name: Type.String() })

/** Lists, forks, resets and drops worlds. */
export const worldEndpoints: readonly ControlEndpoint[] = [
  defineControl({
    id: 'worlds.list',
    method: 'GET',
    path: '/worlds',
    summary: 'Lists the worlds in pages, the default world first. It does not count as their use.',
    query: listQuery,
    answers: [{ status: 200, description: 'The worlds.', schema: Type.Array(WorldSummary) }],
    handle: ({ emulator: { worlds }, query }) => ({
      body: pageOfNames(worlds, query).flatMap((name) => {
        const world = worlds.peek(name)
        return world ? [summarizeWorld(world)] : []
      }),
    }),
  }),
  defineControl({
    id: 'worlds.retrieve',
    method: 'GET',
    path: '/worlds/{name}',
    summary: 'Shows one world.',
    params,
    answers: [{ status: 200, description: 'The world.', schema: WorldSummary }],
    handle: ({ emulator, params }) => ({
      body: summarizeWorld(knownWorld(emulator.worlds, params.name)),
    }),
  }),
  defineControl({
    id: 'worlds.fork',
    method: 'PUT',
    path: '/worlds/{name}',
    summary: 'Forks the seed into a world of this name, and replaces a world that has the name.',
    params,
    answers: [
      { status: 201, description: 'The world was created.', schema: WorldSummary },
      { status: 200, description: 'The world was replaced; the default world was reset.', schema: WorldSummary },
    ],
    handle: ({ emulator: { worlds }, params: { name } }) => {
      const existed = worlds.has(name)
      // The emulator holds a reference to the default world, so it is reset instead of replaced.
      if (name === defaultWorldName) worlds.default.reset()
      else worlds.create(name)
      return { status: existed ? 200 : 201, body: summarizeWorld(worlds.use(name)) }
    },
  }),
  defineControl({
    id: 'worlds.drop',
    method: 'DELETE',
    path: '/worlds/{name}',
    summary: 'Drops a world. The default world cannot be dropped.',
    params,
    answers: [{ status: 204, description: 'The world was dropped.' }],
    handle: ({ emulator: { worlds }, params: { name } }) => {
      // Dropping a world that was evicted ends its 410.
      if (!worlds.isEvicted(name)) knownWorld(worlds, name)
      worlds.drop(name)
    },
  }),
  defineControl({
    id: 'reset',
    method: 'POST',
    path: '/reset',
    summary: "Resets the request's world to the seed: data, ids, credentials and clock.",
    answers: [{ status: 200, description: 'The world after the reset.', schema: WorldSummary }],
    handle: ({ world }) => {
      world.reset()
      return { body: summarizeWorld(world) }
    },
  }),
]
