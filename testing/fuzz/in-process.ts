// Requests to an emulator in process, one after the other.
import fc from 'fast-check'
import type { Emulator } from '../../emulator/create-emulator.ts'
import type { Answer } from './documents.ts'
import { Owners, readFuzzTarget, findBrokenPromise } from './promises.ts'
import { requests } from './requests.ts'
import { type Property, Run } from './run.ts'
import { type Setup, setups } from './setups.ts'
import { withinTurns } from './turns.ts'
import { type RequestTemplate, toBytes, toCommand, toRequest, toWire } from './wire.ts'

/** Whatever is asked of an emulator in whatever situation, every promise holds. */
export const requestsProperty: Property = (observer) =>
  fc.asyncProperty(
    fc.tuple(setups, fc.array(requests, { minLength: 1, maxLength: 50, size: 'max' })),
    ([setup, asked]) => sendRequests(new Run(setup, observer), asked),
  )

const turnsToAnswer = 200_000

/** Sends requests. @throws Error when a promise does not hold. */
export async function sendRequests(run: Run, asked: readonly RequestTemplate[]): Promise<void> {
  const { emulator, setup, placeholders } = run
  const { clientId: _id, apiKeyProjectId: _project, ...secrets } = emulator.credentials
  const owners = new Owners(Object.values(secrets))
  let bytesIn = 0
  for (const each of asked) {
    const wire = toWire(each, emulator, placeholders)
    const client = new AbortController()
    const request = toRequest(wire, client.signal)
    if (!request) continue
    const bytes = toBytes(wire, ['Host: localhost'])
    bytesIn += bytes.length
    run.sends(toCommand(bytes))
    const target = readFuzzTarget(emulator, request, setup)
    const isSpoilt = mayBeSpoilt(emulator, setup)
    // Changes on the way may hide which world it is for; then it is the default world.
    const worlds = new Set([each.world, target.world, ...(each.changes.length > 0 ? ['default'] : [])])
    owners.foreignIn(bytes, worlds)
    const before = process.threadCpuUsage()
    const answer = await answerInProcess(emulator, request, client, isSpoilt).catch((error: unknown) =>
      run.fail(String(error)),
    )
    const { user, system } = process.threadCpuUsage(before)
    run.assert(undefined)
    if (!answer) continue
    placeholders.note(each.world, answer.text)
    const foreign = owners.foreignIn(answer.text, worlds)
    if (foreign !== undefined) run.fail(`Got ${foreign} of another world`)
    run.assert(findBrokenPromise(answer, { method: request.method, target, thought: user + system, bytesIn, isSpoilt }))
    if (target.id !== undefined && answer.status < 400) run.observer.served?.(target.id)
  }
  run.assertJournals(owners.secrets)
}

/** A request may make a world, which begins with the faults and scenarios of the setup. */
function mayBeSpoilt({ worlds }: Emulator, { options }: Setup): boolean {
  const { faults = [], scenarios = [], deviations = [] } = options
  if (faults.length + scenarios.length + deviations.length > 0) return true
  return worlds.names.some((name) => {
    const { faults, scenarios } = worlds.use(name)
    return !faults.isEmpty || !scenarios.isEmpty
  })
}

/** The answer; undefined when a fault dropped the connection, or the client gave up during a delay. */
async function answerInProcess(
  emulator: Emulator,
  request: Request,
  client: AbortController,
  isSpoilt: boolean,
): Promise<Answer | undefined> {
  const answered = fetchAnswer(emulator, request)
  try {
    return await withinTurns(answered, turnsToAnswer, 'A request')
  } catch (error) {
    if (!isSpoilt) throw error
    client.abort()
    // oxlint-disable-next-line promise/prefer-await-to-then -- an abort is a rejection
    await withinTurns(Promise.allSettled([answered]), turnsToAnswer, 'An aborted request')
    return undefined
  }
}

async function fetchAnswer(emulator: Emulator, request: Request): Promise<Answer> {
  const { status, headers, body } = await emulator.fetch(request)
  const type = headers.get('content-type') ?? ''
  // The events of the control API end when the client goes; the events of MCP end by themselves.
  const isEndless = type.startsWith('text/event-stream') && request.url.includes('/_emulator')
  if (isEndless) await body?.cancel()
  return { status, headers, type, text: body === null || isEndless ? '' : await new Response(body).text() }
}
