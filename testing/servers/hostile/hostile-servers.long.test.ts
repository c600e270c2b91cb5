// Runs the whole kit against each hostile server: it ends within its limits, and blames nothing on itself.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { checks } from '../../../conformance/checks/checks.ts'
import { selectPart } from '../../sample.ts'
import { resultLines } from '../../conformance/subject.ts'
import { hostileServers } from './hostile-servers.ts'
import { runHostile } from './run-hostile.ts'

/** Processor seconds of one run. A machine under load takes longer by the clock. */
const mostSeconds = 30
/** Megabytes that stay after a run, of all its exchanges and results. */
const mostMegabytes = 300

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function usedMegabytes(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

it.each(selectPart(hostileServers))('survives a server with $name', { timeout: 300_000 }, async (server) => {
  const memory = usedMegabytes()
  const before = process.cpuUsage()
  const result = await runHostile(server)
  const { user, system } = process.cpuUsage(before)
  expect(resultLines(result, 'error')).toEqual([])
  // Beside the 600 of the checks are those of the clean-up.
  expect(result.requests).toBeLessThanOrEqual(620)
  expect((user + system) / 1e6).toBeLessThan(mostSeconds)
  expect(usedMegabytes() - memory).toBeLessThan(mostMegabytes)
  expect(result.results.length).toBe(checks.length)
})
