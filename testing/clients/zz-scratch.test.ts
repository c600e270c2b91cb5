import { it } from 'vitest'
import { brokenClients } from './broken/broken-clients.ts'
import { inProcess } from '../../bin/client/in-process.ts'
import { judgeTasks } from '../../conformance/client/judge/judge-client.ts'
import { clientTasks } from '../../conformance/client/tasks/tasks.ts'
import { virtualTime } from '../../bin/client/time/virtual-time.ts'
import { toDriver } from './careful/driver.ts'
import { wireChecks } from '../../conformance/client/checks/checks.ts'
it('scratch', async () => {
  const broken = brokenClients.find((b) => b.name === 'walk-by-page-number')!
  const spent = new Map<string, number>(); let n = 0, most = 0
  const checks = wireChecks as any[]
  for (const [i, c] of checks.entries()) { const judge = c.judge; checks[i] = { ...c, judge: (run: any) => { const at = performance.now(); const f = judge(run); spent.set(c.id, (spent.get(c.id) ?? 0) + performance.now() - at); n++; most = Math.max(most, run.transcript.requests.length); return f } } }
  const tasks = clientTasks.filter(({ name }) => broken.tasks.includes(name))
  const at = performance.now()
  const real = virtualTime()
  await judgeTasks(inProcess(toDriver(broken.client)), { tasks, jobs: 32 }).finally(real)
  console.log('total', performance.now() - at, n, most, [...spent].sort((a, b) => b[1] - a[1]).slice(0, 12))
}, 560000)
