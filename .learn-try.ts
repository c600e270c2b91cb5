import { createEmulator } from './emulator/create-emulator.ts'
import { toTargetFile } from './bin/judges/service/target-file.ts'
import { toTarget } from './conformance/target/target-file.ts'
import { learnService } from './conformance/learn/learn-service.ts'
const conventions = JSON.parse(process.argv[2] ?? '{}')
const writes = process.argv[3] !== 'read'
const emulator = createEmulator({ conventions, onError: (e) => console.error(e) })
const target = toTarget(toTargetFile(emulator, 'http://target.test', true))
const t = performance.now()
const l = await learnService({ target, fetch: emulator.fetch, allowWrites: writes })
console.log(Math.round(performance.now() - t), 'ms', l.requests, 'requests', l.asked.length, 'answers', l.leftovers.length, 'leftovers')
const counts: Record<string, number> = {}
for (const [name, o] of Object.entries(l.observations)) {
  counts[o.state] = (counts[o.state] ?? 0) + 1
  const real = (emulator.conventions as any)[name]
  const ok = o.state === 'learned' ? (JSON.stringify(o.value) === JSON.stringify(real) ? '' : '  <<<<< WRONG ' + JSON.stringify(real)) : ''
  if (o.state !== 'learned' || ok) console.log(name.padEnd(24), o.state, JSON.stringify('value' in o ? o.value : { ...o, seenIn: undefined, state: undefined }), ok)
}
console.log(counts, Object.keys(l.verdicts).length, 'verdicts', l.failures.map((f) => f.check))
if (process.argv[4]) for (const m of l.missing) console.log('missing', m.question, JSON.stringify(m.cause))
