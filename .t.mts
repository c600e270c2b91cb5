import { AsyncLocalStorage } from 'node:async_hooks'
import { timelessSubject, runKit } from './testing/conformance/subject.ts'
import { checks } from './conformance/checks/checks.ts'
const als = new AsyncLocalStorage<string>()
const counts = new Map<string, number>()
const begin = new Map<string, number>(), end = new Map<string, number>()
const { target, fetch, time } = timelessSubject({})
const latency = 200
const t0 = time!.now()
const flight: [number,string][] = []
const late = async (r: Request) => {
  console.error(Math.round((time!.now()-t0)/latency*10)/10, als.getStore() ?? '-', r.method, r.url.replace(/^https?:..[^/]*/, ''), (await r.clone().text()).slice(0,80), (r.headers.get('authorization')??'').slice(-8))
  flight.push([Math.round((time!.now()-t0)/latency), als.getStore() ?? '(none)'])
  const id = als.getStore() ?? '(none)'
  counts.set(id, (counts.get(id) ?? 0) + 1)
  if (!begin.has(id)) begin.set(id, (time!.now() - t0) / latency)
  const a = await fetch(r); await time!.sleep(latency)
  end.set(id, (time!.now() - t0) / latency)
  return a }
const wrapped = checks.map((c: any) => c.run ? { ...c, run: (s: any) => als.run(c.id, () => c.run(s)) } : c)
const result = await runKit({ target, fetch: late as any, time }, { checks: wrapped } as any)
console.log(result.requests, 'requests,', (time!.now() - t0) / latency, 'in a row')
const room = new Map<string, number>()
for (const [id, n] of counts) { const k = id.split('.')[0]!; room.set(k, (room.get(k) ?? 0) + n) }
console.log([...room].sort((a, b) => b[1] - a[1]).map(([k, n]) => `${n} ${k}`).join('\n'))
console.log('---'); console.log([...counts].sort((a, b) => begin.get(a[0])! - begin.get(b[0])!).map(([k, n]) => `${n}\t${begin.get(k)}-${end.get(k)}\t${k}`).join('\n'))

console.log('=== utilization')
const by = new Map<number, Map<string, number>>()
for (const [t,id] of flight) { const m = by.get(t) ?? new Map(); by.set(t,m); m.set(id,(m.get(id)??0)+1) }
for (const [t,m] of [...by].sort((a,b)=>a[0]-b[0])) { const n=[...m.values()].reduce((a,b)=>a+b,0); console.log(t, n, [...m].map(([k,v])=>v+' '+k).join(', ')) }
