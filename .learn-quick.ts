import { createEmulator } from './emulator/create-emulator.ts'
import { toTargetFile } from './bin/judges/service/target-file.ts'
import { toTarget } from './conformance/target/target-file.ts'
import { statedVerdicts } from './conformance/learn/stated-verdicts.ts'
import { deviationGroups } from './emulator/disturb/deviations/deviation-groups.ts'
import { deviationNamed } from './emulator/disturb/deviations/deviation-named.ts'
const quick = process.argv[2] === 'quick'
let right = 0, n = 0
for (const name of Object.values(deviationGroups).flatMap((g: any) => Object.keys(g.deviations))) {
  const emulator = createEmulator({ deviations: [name as any], onError: () => undefined })
  const target = toTarget(toTargetFile(emulator, 'http://target.test', true))
  const { verdicts } = await statedVerdicts({ target, fetch: emulator.fetch, quick })
  const failed = Object.entries(verdicts).filter(([, v]) => v === 'fail').map(([id]) => id)
  n++
  const requirement = (deviationNamed(name) as any).requirement
  if (failed.includes(requirement)) right++
  else console.log(name, requirement, failed.join(' '))
}
console.log({ quick, right, n })
