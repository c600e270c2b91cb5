import { Type } from 'typebox'
import { requirements } from '../../../conformance/catalogue/requirements.ts'
import { ApiError } from '../../../emulator/api/dialect/api-error.ts'
import { type ControlEndpoint, defineControl } from '../../../emulator/control/define-control.ts'
import { didYouMean } from '../../../emulator/tools/nearest.ts'
import { shortJson } from '../../../emulator/tools/short-text.ts'
import { reportFormatsEndpoint } from './report-formats.ts'
import { clientEndpoints } from './client-endpoints.ts'
import { ClientWatches } from './client-watches.ts'
import { conformanceEndpoints } from './conformance-endpoints.ts'
import { ConformanceRuns } from './conformance-runs.ts'
import type { Observers } from './observers.ts'

const Requirement = Type.Object(
  {
    id: Type.String(),
    clause: Type.String({ description: 'The clause of the specification.' }),
    statement: Type.String({ description: 'The sentence, in our own words.' }),
  },
  { title: 'Requirement', additionalProperties: false },
)

const ids = requirements.map(({ id }): string => id)

/** Explains the ids that refusals cite in `x-emulator-requirement`, and operations in `x-requirements`. */
const requirementsEndpoint: ControlEndpoint = defineControl({
  id: 'requirements.list',
  method: 'GET',
  path: '/requirements',
  summary: 'Lists the requirements of the specification that the emulator cites, each with its clause.',
  query: Type.Object({ id: Type.Optional(Type.String({ description: 'Shows only this one.' })) }),
  answers: [{ status: 200, description: 'The requirements.', schema: Type.Array(Requirement) }],
  handle: ({ query }) => {
    const { id: wanted } = query
    const listed = requirements.filter(({ id }) => wanted === undefined || id === wanted)
    if (listed.length > 0) return { body: listed.map(({ id, clause, statement }) => ({ id, clause, statement })) }
    const message = `There is no requirement ${shortJson(wanted)}${didYouMean(wanted ?? '', ids)}`
    throw new ApiError('unknown', message, { code: 'unknown_requirement' })
  },
})

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
