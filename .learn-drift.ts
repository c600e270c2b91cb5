import { createEmulator } from './emulator/create-emulator.ts'
import { toTargetFile } from './bin/judges/service/target-file.ts'
import { toTarget } from './conformance/target/target-file.ts'
import { learnService } from './conformance/learn/learn-service.ts'
import { toDocument } from './conformance/learn/learned-document.ts'
import { driftBetween, confirmed, hasMoved, nameOf } from './conformance/learn/drift.ts'
import { definitions } from './emulator/api/dialect/convention-definitions.ts'
import { deviationGroups } from './emulator/disturb/deviations/deviation-groups.ts'
const deviationNames = Object.values(deviationGroups).flatMap((g: any) => Object.keys(g.deviations))
import { deviationNamed } from './emulator/disturb/deviations/deviation-named.ts'
const about = { baseUrl: 'http://target.test', allowWrites: true }
async function doc(options: any, base?: any) {
  const emulator = createEmulator({ ...options, onError: () => undefined })
  const target = toTarget(toTargetFile(base ?? emulator, 'http://target.test', true))
  return toDocument(await learnService({ target, fetch: emulator.fetch, allowWrites: true }), about)
}
const base = createEmulator()
const before = await doc({})
if (process.argv[2] === 'conventions') {
  const singles = Object.entries(definitions).flatMap(([name, d]: any) => d.kind === 'choice' ? d.values.slice(1).map((v: any) => ({ [name]: v })) : [])
  const open = [{ accessTokenLifetime: 77 }, { stateCodeLifetime: 30 }, { defaultLimit: 7 }, { maximumLimit: 37 },  { environmentPrefix: 'xyz_' }, { rateLimit: 5000 }, { legacyPageSize: 9 }, { versions: ['1.13', '1.14'] }]
  for (const conventions of [...singles, ...open]) {
    const drifts = driftBetween(before, await doc({ conventions }, base)).filter(hasMoved)
    const names = drifts.map(nameOf)
    const name = Object.keys(conventions)[0]
    if (names.length !== 1 || names[0] !== name) console.log(JSON.stringify(conventions), '->', drifts.map((d) => nameOf(d) + (d.class === 'dialect' ? ` ${JSON.stringify(d.before)}→${JSON.stringify(d.after)}` : '')).join(' | ').slice(0, 400))
  }
} else {
  let found = 0, right = 0
  const missed: string[] = []
  for (const name of deviationNames) {
    const drifts = driftBetween(before, await doc({ deviations: [name] }, base)).filter(hasMoved)
    const requirement = (deviationNamed(name) as any).requirement
    if (drifts.length > 0) found++
    if (drifts.some((d) => nameOf(d) === requirement)) right++
    else missed.push(`${name} (${requirement}): ${drifts.map(nameOf).join(' ')}`)
  }
  console.log({ of: deviationNames.length, found, right })
  console.log(missed.join('\n'))
}
