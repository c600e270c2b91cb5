import { reportFormatsEndpoint } from './report-formats.ts'
import { requirementsEndpoint } from './requirements-endpoint.ts'
import type { ControlEndpoint } from '../../../emulator/control/define-control.ts'
import { clientEndpoints } from './client-endpoints.ts'
import { ClientWatches } from './client-watches.ts'
import { conformanceEndpoints } from './conformance-endpoints.ts'
import { ConformanceRuns } from './conformance-runs.ts'
import type { Observers } from './observers.ts'

/** Additions to the control API: runs of the conformance kit, its requirements, and the judgement of clients. */
export class Judges {
  readonly #runs = new ConformanceRuns()
  readonly #watches: ClientWatches

  /** @param observers The observers of the emulator's requests. */
  constructor(observers: Observers) {
    this.#watches = new ClientWatches(observers)
  }

  get endpoints(): readonly ControlEndpoint[] {
    return [
      ...conformanceEndpoints(this.#runs),
      ...clientEndpoints(this.#watches),
      reportFormatsEndpoint,
      requirementsEndpoint,
    ]
  }

  /** Stops active runs and watches. */
  async close(): Promise<void> {
    await this.#runs.close()
  }
}
