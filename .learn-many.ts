import { createEmulator } from './emulator/create-emulator.ts'
import { toTargetFile } from './bin/judges/service/target-file.ts'
import { toTarget } from './conformance/target/target-file.ts'
import { learnService } from './conformance/learn/learn-service.ts'
import { definitions } from './emulator/api/dialect/convention-definitions.ts'
import { conventionCombinations } from './testing/suite/combinations.ts'
const singles = Object.entries(definitions).flatMap(([name, d]: any) => d.kind === 'choice' ? d.values.slice(1).map((v: any) => ({ [name]: v })) : [])
const open = [{ accessTokenLifetime: 77 }, { accessTokensPath: '/1.13/pats' }, { stateCodeLifetime: 30 }, { defaultLimit: 7 }, { maximumLimit: 37 }, { maximumLimit: 23, excessiveLimit: 'clamp' }, { mcpPath: '/tools' }, { environmentPrefix: 'xyz_' }, { rateLimit: 5000 }, { legacyPageSize: 9 }, { versions: ['1.13', '1.14'] }, { versions: ['1.13','1.12'] }]
const which = process.argv[2] === 'singles' ? [...singles, ...open] : conventionCombinations(Number(process.argv[2]))
let wrong = 0, min = 99, minRead = 99, most = 0
const states: Record<string, number> = {}
for (const conventions of which) for (const writes of [true, false]) {
  const emulator = createEmulator({ conventions, onError: (e) => console.error(e) })
  const target = toTarget(toTargetFile(emulator, 'http://target.test', true))
  const l = await learnService({ target, fetch: emulator.fetch, allowWrites: writes })
  let n = 0
  for (const [name, o] of Object.entries(l.observations)) {
    const real = (emulator.conventions as any)[name]
    if (o.state === 'learned') { n++; if (JSON.stringify(o.value) !== JSON.stringify(real)) { wrong++; console.log('WRONG', name, JSON.stringify(o.value), 'real', JSON.stringify(real), JSON.stringify(conventions).slice(0, 100), writes) } }
    else { const k = name + ' ' + o.state + ' ' + JSON.stringify((o as any).cause ?? (o as any).differs ?? ''); states[k] = (states[k] ?? 0) + 1 }
  }
  most = Math.max(most, l.requests)
  if (writes) { if (n < 38) console.log('few', n, JSON.stringify(conventions).slice(0,1500)); min = Math.min(min, n) } else minRead = Math.min(minRead, n)
}
console.log({ wrong, min, minRead, most })
console.log(Object.entries(states).sort((a, b) => b[1] - a[1]).slice(0, 40))
