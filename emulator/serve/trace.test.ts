import { request as httpRequest } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import type { DeviationName } from '../disturb/deviations/deviation-groups.ts'
import { type RunningServer, serve } from './serve.ts'

const running: RunningServer[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()))
})

/** The status of TRACE, a method that fetch cannot send. */
async function trace(deviations: readonly DeviationName[], path: string): Promise<number | undefined> {
  const server = await serve(createEmulator({ deviations }), { port: 0 })
  running.push(server)
  return new Promise((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port: server.port, method: 'TRACE', path }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
      .on('error', reject)
      .end()
  })
}

// These make requests of their own from the one that came: at its path, and for its operation.
it.each<readonly DeviationName[]>([[], ['oauth-versioned-alone'], ['event-ids-prefixed'], ['legacy-groups-404']])(
  'answers TRACE with 405 given the deviation %s',
  async (...deviations) => {
    for (const path of ['/0/projects/', '/1.13/environments', `/0/projects/${'z'.repeat(27)}/groups/`])
      expect(await trace(deviations, path)).toBe(405)
  },
)
