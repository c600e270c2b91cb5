import { createEmulator } from '../emulator/create-emulator.ts'
import { toTargetFile } from '../bin/judges/service/target-file.ts'
import { toTarget } from './target/target-file.ts'
import { describeConformance } from './vitest.ts'

const emulator = createEmulator()

describeConformance(() => toTarget(toTargetFile(emulator, 'http://target.test', true)), {
  name: 'the emulator',
  fetch: emulator.fetch,
})
