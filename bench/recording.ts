import { createEmulator, type Emulator } from '../emulator/create-emulator.ts'
import { median, printTable } from './measure.ts'

/**
 * Measures the CPU time that recording for a case adds to a request: changes, ids, secrets, and the clock that stands
 * still during a turn. Emulators with and without recording alternate, because the machine may be busy.
 */
const pairs = Number(process.env['PAIRS'] ?? 40)
const requests = 1000

type Ask = (emulator: Emulator, count: number) => Promise<Response>

const kinds: Readonly<Record<string, Ask>> = {
  'GET list': (emulator) =>
    emulator.fetch('http://bench.test/1.13/flows?limit=20', { headers: tokenHeaders(emulator) }),
  'POST record': (emulator, count) =>
    emulator.fetch('http://bench.test/1.13/flows', {
      method: 'POST',
      headers: { ...tokenHeaders(emulator), 'content-type': 'application/json' },
      body: `{"name":"Flow ${count}"}`,
    }),
  'POST token': (emulator) => {
    const { clientId, clientSecret } = emulator.credentials
    const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    return emulator.fetch('http://bench.test/oauth/token', { method: 'POST', body: new URLSearchParams(fields) })
  },
}

function tokenHeaders({ credentials }: Emulator): Record<string, string> {
  return { authorization: `Bearer ${credentials.token}` }
}

/** Makes a warmed-up emulator. Without recording, changes are not noted and the clock runs during a turn. */
function warmEmulator(records: boolean): Emulator {
  // A small journal, which soon drops entries, as after a long time.
  const emulator = createEmulator({ requests: { entries: 500 } })
  if (records) return emulator
  const world = emulator.worlds.default
  Reflect.set(world.log, 'note', () => undefined)
  const { clock } = world
  Reflect.set(clock, 'hold', () => clock.now())
  Reflect.set(clock, 'release', () => undefined)
  return emulator
}

/** Microseconds of CPU time per request. */
async function measureRecording(ask: Ask, records: boolean): Promise<number> {
  const emulator = warmEmulator(records)
  const round = async () => {
    for (let count = 0; count < requests; count++) await (await ask(emulator, count)).text()
  }
  await round()
  const before = process.cpuUsage()
  await round()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / requests
}

/** The median of the lower half, because other load on the machine only adds time. */
function lowest(values: readonly number[]): number {
  return median(values.toSorted((left, right) => left - right).slice(0, Math.ceil(values.length / 2)))
}

const rows: (readonly (string | number)[])[] = []
for (const [name, ask] of Object.entries(kinds)) {
  const without: number[] = []
  const recorded: number[] = []
  for (let pair = -3; pair < pairs; pair++) {
    const isFirst = pair % 2 === 0
    const first = await measureRecording(ask, isFirst)
    const second = await measureRecording(ask, !isFirst)
    if (pair < 0) continue
    recorded.push(isFirst ? first : second)
    without.push(isFirst ? second : first)
  }
  const [off, on] = [lowest(without), lowest(recorded)]
  const ofPairs = median(recorded.map((time, place) => (time / without[place]! - 1) * 100))
  rows.push([name, off, on, on - off, (on / off - 1) * 100, ofPairs])
}
printTable(
  `Recording, µs of CPU time a request; the lowest quarter of ${pairs} pairs`,
  ['', 'without', 'with', 'more', '%', '%, median of the pairs'],
  rows,
)
