import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { judgeClientTraffic } from '../../../conformance/proxy/client-traffic.ts'
import { judgeService } from '../../../conformance/proxy/service-traffic.ts'
import { toTarget } from '../../../conformance/target/target-file.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import { scenarioNames } from '../../../emulator/disturb/scenarios/scenarios.ts'
import { serve } from '../../../emulator/serve/serve.ts'
import { CarefulClient } from '../../../testing/clients/careful/client.ts'
import { carefulDialect } from '../../../testing/clients/careful/dialect.ts'
import { selectPart } from '../../../testing/sample.ts'
import { toTargetFile } from '../service/target-file.ts'
import { KeptTraffic } from './kept-traffic.ts'
import { openReverseProxy } from './reverse-proxy.ts'

const numbered = /at-request$|often$|^refresh-refused$|^no-refresh-token$|^slow-answer$/

it.each(selectPart(scenarioNames, 10))('blames neither side for %s, which the specification allows', async (name) => {
  const scenario = numbered.test(name) ? (`${name}=3` as typeof name) : name
  const emulator = createEmulator({ scenarios: [scenario], conventions: { legacyPageSize: 10 } })
  const server = await serve(emulator, { port: 0, grace: 0 })
  const traffic = new KeptTraffic()
  const proxy = await openReverseProxy({ service: { baseUrl: server.url }, host: '127.0.0.1', port: 0, traffic })
  onTestFinished(async () => {
    await proxy.close()
    await server.close()
  })
  const client = new CarefulClient({
    baseUrl: proxy.url,
    fetch,
    credentials: emulator.credentials,
    dialect: carefulDialect({}),
    // The proxy sees when requests come.
    sleep: (time) => wait(time + 100),
  })
  const { catalogId, issueId, projectId } = emulator.samples
  for (const work of [
    () => client.listEnvironments(),
    () => client.walkProducts(catalogId!, {}, 5),
    () => client.walkProducts(catalogId!, { search: 'am' }, 20),
    () => client.walkGroups(projectId!),
    () => client.walkEvents(issueId!),
  ])
    await work().catch(() => undefined)
  const kept = { ...(await traffic.read()), target: toTarget(toTargetFile(emulator, server.url, false)) }
  const service = await judgeService({ ...kept, keepsExchanges: false })
  const judged = judgeClientTraffic({ ...kept, client: { name: 'a client', command: [] } })
  const wrong = [...service.results, ...judged.results].filter(
    ({ verdict }) => verdict === 'fail' || verdict === 'error',
  )
  expect(wrong.map(({ check, message }) => `${check}: ${message}`)).toEqual([])
  expect(judged.results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(1)
})
