// The console imports nothing from the kit. Its types of runs and watches must match those of the control API.
import { expectTypeOf, it } from 'vitest'
import type { ClientWatch, ConformanceRun } from '../../../emulator/console/judging/run.ts'
import type { WatchStatus } from '../client/watch/watch-schemas.ts'
import type { RunStatus } from './run-schemas.ts'

it('has types in the console that fit the answers of the control API', () => {
  expectTypeOf<RunStatus>().toExtend<ConformanceRun>()
  expectTypeOf<WatchStatus>().toExtend<ClientWatch>()
})
