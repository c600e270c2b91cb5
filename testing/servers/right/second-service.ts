// The second service in forms of its own, one choice at a time.
import type { RightServer } from './right-server.ts'
import { openService } from './service/open-service.ts'

/** The second service as it is, with hooks and without. */
export const secondServices: readonly RightServer[] = [
  {
    name: 'a second service',
    description: 'It is written from SPEC.md alone, and makes most open choices unlike the emulator.',
    make: () => openService({}, { withHooks: true }),
  },
  {
    name: 'a second service without hooks',
    description: 'Hooks are a help, never a demand.',
    make: () => openService({}),
  },
]
