// Right servers whose bodies have other shapes. Clauses 2.4, 4 and 7 leave them open.
import { mapBody, type Way } from '../../../emulator/deviations/algebra/ways.ts'
import { fromEmulator } from './from-emulator.ts'
import type { RightServer } from './right-server.ts'

const refused = ({ status }: Response): boolean => status >= 400

const errorsAs = (change: (body: unknown) => unknown): Way => mapBody('everywhere', change, refused)

/** Right servers whose bodies have other shapes. */
export const envelopeServers: readonly RightServer[] = [
  {
    name: 'errors as a list of texts',
    description: 'Frameworks such as Rails and class-validator send a bare list. Clause 7 does not show error bodies.',
    make: () => fromEmulator({ way: () => errorsAs((body) => [JSON.stringify(body)]) }),
  },
]
