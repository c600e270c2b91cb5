// One episode: an emulator in one situation, and requests one after the other.
import type { Emulator } from '../../emulator/create-emulator.ts'
import { type FuzzRequest, toCurl } from './fuzz-request.ts'
import { operationOf, type Read } from './documented.ts'
import { SecretOwners } from './secret-owners.ts'
import { PlaceholderPool, toRequest, toWire } from './fill-placeholders.ts'
import { type SoFar, wrongWith, wrongWithJournals } from './properties.ts'
import { open, type Setup } from './setups.ts'
import { Stuck, withinTurns } from './turns.ts'

/** Thrown when a property does not hold. */
export class Broken extends Error {}

/** The totals of many episodes. */
export interface Tally {
  requests: number
  answers: number
  readonly statuses: Map<number, number>
  /** Operations that were answered with success. */
  readonly operations: Set<string>
  bytesIn: number
  bytesOut: number
}

export function newTally(): Tally {
  return { requests: 0, answers: 0, statuses: new Map(), operations: new Set(), bytesIn: 0, bytesOut: 0 }
}

/** Turns of the event loop in which a request must be answered. */
const turnsToAnswer = 200_000

/** Sends requests to a new emulator. @throws Broken when a property does not hold. */
export async function runEpisode(setup: Setup, requests: readonly FuzzRequest[], tally: Tally): Promise<void> {
  const errors: unknown[] = []
  const emulator = open(setup, (error) => errors.push(error))
  const pool = new PlaceholderPool(emulator)
  const owners = new SecretOwners(Object.values(emulator.credentials))
  const soFar: SoFar = { bytesIn: 0, sameConventions: true, faulty: false, strays: new Set() }
  for (const asked of requests) {
    const wire = toWire(asked, pool, emulator.basePath)
    const client = new AbortController()
    const request = toRequest(wire, client.signal)
    if (!request) continue
    soFar.bytesIn += wire.target.length + (wire.body?.length ?? 0) + wire.headers.flat().join('').length
    const fail = (message: string, cause?: unknown): never => {
      throw new Broken(`${message}\n${toCurl(wire)}`, { cause })
    }
    soFar.sameConventions = emulator.conventions === setup.conventions || same(emulator, setup)
    const operation = operationOf(emulator, request, setup.conventions, setup.conventionsKey)
    // A request may make a world, which begins with the faults and scenarios of the setup.
    soFar.faulty = isFaulty(emulator) || (setup.options.faults ?? []).length > 0 || isPlaying(setup)
    const { requests: ofDefault } = emulator.worlds.use('default')
    const { latest } = ofDefault
    const answer = await answerTo(emulator, request, client, soFar.faulty).catch((error: unknown) =>
      fail(error instanceof Stuck ? error.message : `emulator.fetch rejected: ${String(error)}`, error),
    )
    if (ofDefault.latest !== latest && wire.world !== 'default') soFar.strays.add(wire.world)
    tally.requests++
    if (errors.length > 0) fail(`an internal error: ${textOf(errors[0])}`, errors[0])
    if (!answer) continue
    count(tally, answer, operation.id, wire.body?.length ?? 0)
    pool.note(wire.world, answer.text)
    if (owners.isForeign(answer.text, [wire.world, operation.world])) fail('Got a secret of another world')
    const wrong = wrongWith({ method: request.method, world: wire.world }, answer, operation, setup, soFar)
    if (wrong !== undefined) fail(`Got ${wrong}`)
  }
  const wrong = wrongWithJournals(emulator, setup)
  if (wrong !== undefined) throw new Broken(wrong)
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 6).join('\n') : String(error)
}

function same(emulator: Emulator, { conventions }: Setup): boolean {
  return JSON.stringify(emulator.conventions) === JSON.stringify(conventions)
}

const isPlaying = ({ options }: Setup) => (options.scenarios ?? []).length > 0

/** Returns true if an answer may be spoilt by a fault or a scenario in any world. */
function isFaulty({ worlds }: Emulator): boolean {
  return worlds.names.some((name) => {
    const { faults, scenarios } = worlds.use(name)
    return !faults.isEmpty || !scenarios.isEmpty
  })
}

/** The answer; undefined when a fault dropped the connection, or the client gave up during a delay. */
async function answerTo(
  emulator: Emulator,
  request: Request,
  client: AbortController,
  faulty: boolean,
): Promise<(Read & { readonly headers: Headers }) | undefined> {
  const answered = read(emulator, request)
  try {
    return await withinTurns(answered, turnsToAnswer, 'A request')
  } catch (error) {
    if (!faulty) throw error
    // A mutation may have made a delay long: then the client gives up.
    client.abort()
    await withinTurns(
      answered.catch(() => {}),
      turnsToAnswer,
      'An aborted request',
    )
    return undefined
  }
}

async function read(emulator: Emulator, request: Request): Promise<Read & { readonly headers: Headers }> {
  const { status, headers, body } = await emulator.fetch(request)
  const type = headers.get('content-type') ?? ''
  // The events of the control API end when the client goes; the events of MCP end by themselves.
  const isEndless = type.startsWith('text/event-stream') && request.url.includes('/_emulator')
  if (isEndless) await body?.cancel()
  return { status, headers, type, text: body === null || isEndless ? '' : await new Response(body).text() }
}

function count(tally: Tally, { status, text }: Read, operation: string | undefined, bytesIn: number): void {
  tally.answers++
  tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1)
  tally.bytesIn += bytesIn
  tally.bytesOut += text.length
  if (operation !== undefined && status < 400) tally.operations.add(operation)
}
