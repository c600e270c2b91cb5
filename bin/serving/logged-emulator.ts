import type { Emulator } from '../../emulator/create-emulator.ts'
import type { Sender } from '../../emulator/pipeline/sender.ts'
import type { Answering } from '../../emulator/serve/serve-answers.ts'
import type { RequestLog } from './log/request-log.ts'

/** The served emulator, whose requests may be logged. */
export class LoggedEmulator implements Answering {
  readonly #emulator: Emulator
  readonly #log: RequestLog | undefined

  constructor(emulator: Emulator, log: RequestLog | undefined) {
    this.#emulator = emulator
    this.#log = log
  }

  get basePath(): string {
    return this.#emulator.basePath
  }

  get publicUrl(): string | undefined {
    return this.#emulator.publicUrl
  }

  async respond(request: Request, sender: Sender): Promise<Response> {
    const { deviations } = this.#emulator
    const response = await this.#emulator.respond(request, sender)
    const log = this.#log
    if (!log) return response
    // Lines stand in the order of the answers, so an answer waits until its line is written.
    if (isUnrecorded(request, response)) await log.other(request, response)
    else if (deviations.hasChanged(response)) log.deviated(request, response)
    return response
  }
}

/** The codes of refusals for which no world was found, so that no journal has the request. */
const worldless = ['world_evicted', 'unknown_world', 'too_many_worlds', 'invalid_world_name']

/**
 * Returns true if a request is logged although no journal has it. Of the control API these are requests that change
 * something or fail: health checks and the console ask all the time.
 */
function isUnrecorded({ url, method }: Request, { status, headers }: Response): boolean {
  const isControl = new URL(url).pathname.split('/').includes('_emulator')
  if (isControl) return status >= 400 || !['GET', 'HEAD', 'OPTIONS'].includes(method)
  return worldless.includes(headers.get('x-emulator-code') ?? '')
}
