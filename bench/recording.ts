import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createEmulator, type Emulator } from '../emulator/create-emulator.ts'
import { Clock } from '../emulator/world/clock.ts'
import { Recording } from '../emulator/world/recording/recording.ts'
import { median, printTable } from './measure.ts'

/**
 * Measures what recording for a case costs a request, in CPU time, with all that it needs: the changes, ids and secrets,
 * and the clock that stands still during a turn. Processes with it and without take turns, since the machine may be busy.
 */
const pairs = Number(process.env['PAIRS'] ?? 11)
const requests = 4000

type Ask = (emulator: Emulator, count: number) => Promise<Response>

const kinds: Readonly<Record<string, Ask>> = {
  'GET list': (emulator) => emulator.fetch('http://bench.test/1.13/flows?limit=20', { headers: headersOf(emulator) }),
  'POST record': (emulator, count) =>
    emulator.fetch('http://bench.test/1.13/flows', {
      method: 'POST',
      headers: { ...headersOf(emulator), 'content-type': 'application/json' },
      body: `{"name":"Flow ${count}"}`,
    }),
  'POST token': (emulator) => {
    const { clientId, clientSecret } = emulator.credentials
    const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    return emulator.fetch('http://bench.test/oauth/token', { method: 'POST', body: new URLSearchParams(fields) })
  },
}

function headersOf({ credentials }: Emulator): Record<string, string> {
  return { authorization: `Bearer ${credentials.token}` }
}

const [kind, mode] = process.argv.slice(2)
if (kind === undefined) printAll()
else {
  if (mode === 'off') leaveOut()
  console.log(await measure(kinds[kind]!))
}

/** Takes the recording out, before anything is created. */
function leaveOut(): void {
  const nothing = (): void => undefined
  const { prototype } = Recording
  for (const name of ['record', 'ids', 'secret', 'state', 'clock', 'faults', 'scenarios', 'control'] as const)
    prototype[name] = nothing
  Clock.prototype.hold = function hold() {
    return this.now()
  }
  Clock.prototype.release = nothing
}

/** Microseconds of CPU time a request. */
async function measure(ask: Ask): Promise<number> {
  const emulator = createEmulator()
  const round = async () => {
    for (let count = 0; count < requests; count++) await (await ask(emulator, count)).text()
    emulator.reset()
  }
  await round()
  await round()
  const before = process.cpuUsage()
  await round()
  await round()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / (2 * requests)
}

function printAll(): void {
  const apart = (name: string, how: string) =>
    Number(execFileSync(process.execPath, [fileURLToPath(import.meta.url), name, how], { encoding: 'utf8' }))
  const rows = Object.keys(kinds).map((name) => {
    const measured = Array.from({ length: pairs }, (_none, place) => {
      const modes = place % 2 === 0 ? ['on', 'off'] : ['off', 'on']
      return Object.fromEntries(modes.map((how) => [how, apart(name, how)])) as { on: number; off: number }
    })
    const percents = measured.map(({ on, off }) => (on / off - 1) * 100)
    const of = (how: 'on' | 'off') => Math.min(...measured.map((each) => each[how]))
    return [name, of('off'), of('on'), of('on') - of('off'), (of('on') / of('off') - 1) * 100, median(percents)]
  })
  printTable(
    `Recording, µs of CPU time a request; ${pairs} pairs of processes`,
    ['', 'without, least', 'with, least', 'more', '% of least', '% median of pairs'],
    rows,
  )
}
