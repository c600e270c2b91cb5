// What somebody changed by the control API, world by world, with the state behind each change.
import { defaultWorldName } from '../api/auth/world-suffix.ts'
import type { ControlScope } from '../model/contract/control.ts'
import { cut } from '../tools/short-text.ts'
import type { WorldSnapshot } from '../world/snapshot.ts'
import type { World } from '../world/world.ts'
import type { Worlds } from '../world/worlds.ts'

/** One change. */
export interface Change {
  /** From 1, in the order of the changes of the world. */
  readonly number: number
  /** The operation of the control API, such as `clock.change`. */
  readonly operation: string
  /** What it was given, secrets replaced. */
  readonly detail: string
  /** Virtual time behind the change, in milliseconds since 1970. */
  readonly at: number
  /** The index of the latest request before the change. */
  readonly after: number
  /** The state of the world behind the change. It shares with others what did not change. Undefined for an old one. */
  state: WorldSnapshot | undefined
}

/** The number of changes of a world that are kept. */
const mostChanges = 100
/** The number of states that are kept. Each may hold records that the world no longer has. */
const mostStates = 20
/** The length of a body beyond which it is not shown, in bytes. */
const longestBody = 65_536
/** The length at which what a change was given is cut, in characters. */
const longestDetail = 300

/** The first part of the operations that change a world or how it answers. */
const changing = new Set([
  'clock',
  'conventions',
  'credentials',
  'data',
  'deviations',
  'faults',
  'reset',
  'scenarios',
  'snapshot',
  'state',
])
/** Operations that only show what a change would do. */
const looking = new Set(['conventions.sample'])

/** The changes of all worlds. A world that is dropped takes its changes with it. */
export class ChangeLog {
  readonly #byWorld = new WeakMap<World, Change[]>()

  /** The kept changes of a world, oldest first. */
  of(world: World): readonly Change[] {
    return this.#byWorld.get(world) ?? []
  }

  /** Notes what a served request changed. */
  note(worlds: Worlds, { worldName }: ControlScope, operation: string, request: Request, input: ChangeInput): void {
    const isLook = request.method === 'GET' || request.method === 'HEAD' || looking.has(operation)
    if (isLook || !changing.has(operation.split('.')[0]!)) return
    const world = worlds.peek(worldName ?? defaultWorldName)
    if (!world) return
    const changes = this.#byWorld.get(world) ?? []
    this.#byWorld.set(world, changes)
    const isShort = Number(request.headers.get('content-length') ?? 0) <= longestBody && operation !== 'snapshot.import'
    const detail = isShort ? cut(describe(world, input), longestDetail) : ''
    world.recording?.control(operation, detail)
    changes.push({
      number: (changes.at(-1)?.number ?? 0) + 1,
      operation,
      detail,
      at: world.clock.now(),
      after: world.requests.latest,
      state: world.snapshot(),
    })
    // A world that was filled anew shares nothing with what it was.
    const kept = operation === 'snapshot.import' ? 1 : mostStates
    for (const change of changes.slice(0, -kept)) change.state = undefined
    if (changes.length > mostChanges) changes.shift()
  }
}

/** What a request gave. */
interface ChangeInput {
  readonly params: Readonly<Record<string, string>>
  readonly body: unknown
}

function describe({ requests: { redactor } }: World, { params, body }: ChangeInput): string {
  const texts = Object.values(params).map((param) => redactor.text(param))
  return [...texts, ...(body === undefined ? [] : [JSON.stringify(redactor.json(body))])].join(' ')
}
