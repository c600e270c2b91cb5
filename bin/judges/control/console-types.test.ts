// The console imports nothing of the kit. Its types of results must be those of the control API.
import { expectTypeOf, it } from 'vitest'
import type { ClientWatch } from '../../../emulator/console/client-watch/watch.ts'
import type { ConformanceRun } from '../../../emulator/console/kit-runs/run.ts'
import type { ReportDocument as ConsoleDocument } from '../../../emulator/console/report/document.ts'
import type { CauseKind } from '../../../emulator/console/reasons.ts'
import type { PairedAnswers as ConsoleAnswers } from '../../../emulator/console/twin/paired-answers.ts'
import type { ReportDocument } from '../../../conformance/report/document.ts'
import type { WatchStatus } from '../client/watch/watch-status.ts'
import type { RunStatus } from './run-status.ts'
import type { PairedAnswers } from './twin-answers.ts'

it('has types in the console that fit the answers of the control API', () => {
  expectTypeOf<RunStatus>().toExtend<ConformanceRun>()
  expectTypeOf<PairedAnswers>().toExtend<ConsoleAnswers>()
  expectTypeOf<WatchStatus>().toExtend<ClientWatch>()
  expectTypeOf<ReportDocument>().toExtend<ConsoleDocument>()
  type Causes = NonNullable<RunStatus['results'][number]['cause']>['kind']
  expectTypeOf<CauseKind>().toEqualTypeOf<Causes>()
  type Verdicts = NonNullable<WatchStatus['results']>[number]['verdict']
  expectTypeOf<NonNullable<ClientWatch['results']>[number]['verdict']>().toEqualTypeOf<Verdicts>()
  expectTypeOf<ConformanceRun['results'][number]['verdict']>().toEqualTypeOf<RunStatus['results'][number]['verdict']>()
})
