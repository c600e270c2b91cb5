import { afterEach, expect, it } from 'vitest'
import { judgeClient } from '../../../conformance/proxy/client-traffic.ts'
import { judgeService } from '../../../conformance/proxy/service-traffic.ts'
import { entryOf, parseLinkHeader } from '../../../conformance/reading/link-header.ts'
import { toTarget } from '../../../conformance/target/target-file.ts'
import { createEmulator, type Emulator } from '../../../emulator/create-emulator.ts'
import { scenarioNames } from '../../../emulator/disturb/scenarios/scenarios.ts'
import { serve } from '../../../emulator/serve/serve.ts'
import { toTargetFile } from '../service/target-file.ts'
import { KeptTraffic } from './kept-traffic.ts'
import { openReverseProxy } from './reverse-proxy.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A client that gets a new token for a refused one, and asks once more after any other failure. */
async function useCarefully(url: string, { credentials, samples }: Emulator): Promise<void> {
  const { clientId, clientSecret } = credentials
  let token = ''
  const authenticate = async () => {
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    const response = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
    token = ((await response.json()) as { access_token: string }).access_token
  }
  const ask = async (address: string, tries = 1): Promise<Response | undefined> => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(address, { headers }).catch(() => undefined)
    if (response?.ok || tries === 0) return response
    if (response?.status === 401) await authenticate()
    else if (response?.headers.has('retry-after')) await new Promise((resolve) => setTimeout(resolve, 1100))
    return await ask(address, tries - 1)
  }
  const walk = async (query: string) => {
    let cursor = ''
    for (let page = 0; page < 15; page++) {
      const response = await ask(`${url}/1.13/pulse/catalogs/${samples.catalogId}/products?${query}${cursor}`)
      const { data = [], has_more: more } = response?.ok
        ? ((await response.json()) as { data: { id: string }[]; has_more: boolean })
        : { has_more: false }
      if (!more || data.length === 0) return
      cursor = `&starting_after=${data.at(-1)!.id}`
    }
  }
  const follow = async (path: string) => {
    let next: string | undefined = url + path
    for (let page = 0; page < 6 && next !== undefined; page++) {
      const response: Response | undefined = await ask(next)
      if (!response?.ok) return
      const entry = entryOf(parseLinkHeader(response.headers.get('link') ?? '') ?? [], 'next')
      next = entry?.parameters['results'] === 'true' ? new URL(entry.target, next).href : undefined
    }
  }
  await authenticate()
  for (const limit of [2, 5, 10]) await ask(`${url}/1.13/environments?limit=${limit}`)
  for (const query of ['limit=5', 'limit=20', 'limit=50', 'limit=10&brand=Acme', 'search=am']) await walk(query)
  for (const path of [`/0/issues/${samples.issueId}/events/`, `/0/projects/${samples.projectId}/groups/`])
    await follow(path)
}

const numbered = /at-request$|often$|^refresh-refused$|^no-refresh-token$|^slow-answer$/

it.each(scenarioNames)('accuses neither side of %s, which the specification allows', async (name) => {
  const scenario = numbered.test(name) ? (`${name}=3` as typeof name) : name
  const emulator = createEmulator({ scenarios: [scenario], conventions: { legacyPageSize: 10 } })
  const server = await serve(emulator, { port: 0, grace: 0 })
  closing.push(() => server.close())
  const traffic = new KeptTraffic()
  const proxy = await openReverseProxy({ service: server.url, host: '127.0.0.1', port: 0, traffic })
  closing.push(() => proxy.close())
  await useCarefully(proxy.url, emulator)
  const kept = { ...(await traffic.read()), target: toTarget(toTargetFile(emulator, server.url, false)) }
  const service = await judgeService({ ...kept, keepsExchanges: false })
  const client = judgeClient({ ...kept, client: { name: 'a client', command: [] } })
  const wrong = [...service.results, ...client.results].filter(
    ({ verdict }) => verdict === 'fail' || verdict === 'error',
  )
  expect(wrong.map(({ check, message }) => `${check}: ${message}`)).toEqual([])
  expect(client.results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(1)
})
