// An emulator whose control API runs the kit, for tests.
import { afterEach } from 'vitest'
import { conformanceEndpoints } from '../../bin/judges/control/conformance-endpoints.ts'
import { ConformanceRuns } from '../../bin/judges/control/conformance-runs.ts'
import type { Emulator } from '../../emulator/create-emulator.ts'
import { openEmulator, type OpenOptions } from '../../emulator/open-emulator.ts'
import { packSeed } from '../../fixtures/packs.ts'

const seed = packSeed('default', { seed: 1, scale: undefined })
const open = new Set<ConformanceRuns>()
afterEach(async () => {
  for (const runs of open) await runs.close()
  open.clear()
})

/** A response with its body parsed where it is JSON. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  // eslint-disable-next-line typescript/no-explicit-any -- tests read arbitrary members
  readonly body: any
}

/** Makes an emulator whose control API runs the kit, and a client of that part. */
export function emulateConformance(options: OpenOptions = {}): {
  readonly emulator: Emulator
  readonly runs: ConformanceRuns
  readonly ask: (method: string, path?: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>
} {
  const runs = new ConformanceRuns()
  open.add(runs)
  const emulator = openEmulator(seed, {
    onError: () => {},
    ...options,
    moreControl: async () => conformanceEndpoints(runs),
  })
  return {
    emulator,
    runs,
    ask: async (method, path = '', body, headers = {}) => {
      const response = await emulator.fetch(
        `http://localhost:4113${options.basePath ?? ''}/_emulator/conformance${path}`,
        {
          method,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        },
      )
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json')
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
    },
  }
}

/** Asks until the run is over. */
export async function ended(ask: (method: string) => Promise<Reply>): Promise<Reply['body']> {
  for (;;) {
    const { body } = await ask('GET')
    if (body.state !== 'running') return body
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
