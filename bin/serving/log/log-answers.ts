import type { Emulator } from '../../../emulator/create-emulator.ts'
import type { Responder } from '../../../emulator/serve/serve-answers.ts'
import type { RequestLog } from './request-log.ts'

/** The emulator with a log of the requests that no journal has, and of answers that a deviation changed. */
export function logAnswers(emulator: Emulator, log: RequestLog): Responder {
  const { basePath, publicUrl, deviations } = emulator
  return {
    basePath,
    publicUrl,
    async respond(request, sender) {
      const response = await emulator.respond(request, sender)
      // Log lines keep the order of the answers, so an answer waits until its line is written.
      if (isUnrecorded(request, response)) await log.other(request, response)
      else if (deviations.hasChanged(response)) log.deviated(request, response)
      return response
    },
  }
}

/** The codes of refusals without a world. No journal has these requests. */
const worldless = ['world_evicted', 'unknown_world', 'too_many_worlds', 'invalid_world_name']

/**
 * Returns true if a request that no journal has is logged. Control API requests are logged only if they change
 * something or fail, since health checks and the console poll.
 */
function isUnrecorded({ url, method }: Request, { status, headers }: Response): boolean {
  const isControl = new URL(url).pathname.split('/').includes('_emulator')
  if (isControl) return status >= 400 || !['GET', 'HEAD', 'OPTIONS'].includes(method)
  return worldless.includes(headers.get('x-emulator-code') ?? '')
}
