// The answers of the suite, byte for byte.
import { createEmulator } from '../../emulator/create-emulator.ts'
import { behaviours } from './behaviours/behaviours.ts'
import { conventionCombinations } from './combinations.ts'
import { SuiteClient } from './suite-client.ts'
import { suiteClock, suiteSeed } from './suite-seed.ts'
import { toDirectFetch } from './transports.ts'

/** An answer with its request, as it went over the wire. */
async function formatExchange(request: Request, body: string, response: Response): Promise<string> {
  const headers = (of: Headers) => [...of].map(([name, value]) => `${name}: ${value}\n`).join('')
  const text = await response.clone().text()
  return `${request.method} ${request.url}\n${headers(request.headers)}\n${body}\n${response.status}\n${headers(response.headers)}\n${text}\n\n`
}

/** Exchanges by what they are of: a behaviour, or a combination of conventions. */
export type FrozenAnswers = ReadonlyMap<string, readonly string[]>

/**
 * Sends the requests of all behaviours under some combinations of conventions, in worlds whose clocks stand. Of the
 * many requests that are alike, every tenth is sent.
 */
export async function frozenAnswers(least: number): Promise<FrozenAnswers> {
  const answers = new Map<string, string[]>()
  const keep = (name: string, text: string) => {
    const kept = answers.get(name)
    if (kept) kept.push(text)
    else answers.set(name, [text])
  }
  for (const [index, conventions] of conventionCombinations(least).entries()) {
    const emulator = createEmulator({
      fixtures: suiteSeed,
      clock: { start: suiteClock, frozen: true },
      conventions,
      basePath: index % 5 === 4 ? '/api/v' : '',
    })
    const direct = await toDirectFetch(emulator)
    const note = (name: string, text: string) => {
      keep(`combination ${index}`, text)
      keep(name, text)
    }
    for (const [number, { name, run, under }] of behaviours.entries()) {
      if (under && !under(emulator.conventions)) continue
      const send = async (request: Request) => {
        const body = await request.clone().text()
        const response = await direct.send(request)
        note(name, await formatExchange(request, body, response))
        return response
      }
      await run(new SuiteClient(emulator, { ...direct, send, every: 10 }, `w${number}`))
    }
    for (const path of ['openapi.json', 'api/openapi.json', 'conventions']) {
      const response = await emulator.fetch(`http://emulator.test${emulator.basePath}/_emulator/${path}`)
      note(`/_emulator/${path}`, await response.text())
    }
  }
  return answers
}
