import { expect, it } from 'vitest'
import type { Deviation } from '../../emulator/disturb/deviations/deviation.ts'
import { defaultConventions } from '../../emulator/api/dialect/conventions.ts'
import { sendRequests } from './in-process.ts'
import { Run } from './run.ts'

/** Asks an emulator for `/0/` that answers differently there. */
function askForRoot(answer: () => Promise<Response>): Promise<void> {
  const run = new Run({ conventions: defaultConventions, options: {} }, { sent: () => {} })
  const broken: Deviation = {
    name: 'x',
    requirement: 'legacy.root',
    description: '',
    caughtBy: '',
    wrap: () => answer,
  }
  run.emulator.deviations.add(broken)
  const asked = { world: 'default', worldBy: 'path', method: 'GET', path: () => '/0/', query: [], headers: [] } as const
  return sendRequests(run, [{ ...asked, body: undefined, changes: [] }])
}

const json = { 'content-type': 'application/json' }

it.each<[string, BodyInit, ResponseInit, string]>([
  ['500', '{}', { status: 500 }, '500, which nothing asked for'],
  ['a long refusal', 'x'.repeat(70_000), { status: 400 }, 'a refusal of 70000 bytes'],
  ['a status that no document shows', '{}', { status: 418, headers: json }, 'documents no status 418'],
  ['a type that no document shows', '{}', { headers: { 'content-type': 'text/html' } }, 'documents application/json'],
  ['a type that no answer has', 'x', { headers: { 'content-type': 'image/png' } }, 'Content-Type'],
  ['what is no JSON', '{', { headers: json }, 'not JSON'],
  ['405 without Allow', '{}', { status: 405, headers: json }, '405 without Allow'],
])('finds %s, and shows the request', async (_name, body, init, message) => {
  const failed = askForRoot(async () => new Response(body, init))
  await expect(failed).rejects.toThrow(message)
  await expect(failed).rejects.toThrow(/printf 'GET \/0\/ HTTP/)
})

it('finds an answer that never comes', async () => {
  await expect(askForRoot(() => new Promise(() => {}))).rejects.toThrow('has not ended')
})

it('finds a refusal that takes long', async () => {
  const slow = async () => {
    const { user } = process.threadCpuUsage()
    while (process.threadCpuUsage().user - user < 1_100_000);
    return Response.json({}, { status: 400 })
  }
  await expect(askForRoot(slow)).rejects.toThrow('ms of processor time')
})
