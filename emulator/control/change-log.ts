// What somebody changed by the control API, noted in the recording of the world.
import { defaultWorldName } from '../api/auth/world-suffix.ts'
import type { ControlScope } from '../model/contract/control.ts'
import { cut } from '../tools/short-text.ts'
import type { World } from '../world/world.ts'
import type { Worlds } from '../world/worlds.ts'

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

/** What a request to the control API gave. */
interface ChangeInput {
  readonly params: Readonly<Record<string, string>>
  readonly body: unknown
  /** The moment before it was handled. */
  readonly since: number
}

/** Notes what a served request of the control API changed. */
export function noteChange(
  worlds: Worlds,
  { worldName }: ControlScope,
  operation: string,
  request: Request,
  input: ChangeInput,
): void {
  const isLook = request.method === 'GET' || request.method === 'HEAD' || looking.has(operation)
  if (isLook || !changing.has(operation.split('.')[0]!)) return
  const world = worlds.peek(worldName ?? defaultWorldName)
  if (!world?.recording) return
  const isShort = Number(request.headers.get('content-length') ?? 0) <= longestBody && operation !== 'snapshot.import'
  const detail = isShort ? cut(describe(world, input), longestDetail) : ''
  world.recording.note({ kind: 'control', operation, detail, since: input.since })
}

function describe({ requests: { redactor } }: World, { params, body }: ChangeInput): string {
  const texts = Object.values(params).map((param) => redactor.text(param))
  return [...texts, ...(body === undefined ? [] : [JSON.stringify(redactor.json(body))])].join(' ')
}
