// The requests of whole runs and of quick ones.
import { expect, it } from 'vitest'
import { resultLines, runKit, timelessSubject } from '../../testing/conformance/subject.ts'
import type { ConformanceOptions } from '../judge/run-conformance.ts'

/** The requests of a run, which may leave nothing open. */
async function collectSent(options: Partial<ConformanceOptions>): Promise<ReadonlySet<string>> {
  const { target, fetch, time } = timelessSubject({})
  const sent = new Set<string>()
  const watching: typeof fetch = async (request) => {
    const { method, url, headers } = request
    sent.add(`${method} ${url} ${headers.get('authorization')} ${await request.clone().text()}`)
    return await fetch(request)
  }
  const result = await runKit({ target, fetch: watching, time }, options)
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
  return sent
}

it('writes nothing without permission, except to get tokens, to use MCP and to move the clock', async () => {
  const sent = [...(await collectSent({ allowWrites: false }))]
  const writes = sent.filter((line) => !/^(?:GET|HEAD|OPTIONS) /.test(line))
  expect(writes.filter((line) => !/^POST \S+(?:\/oauth\/token\S*|\/mcp|\/_emulator\/clock) /.test(line))).toEqual([])
})

it('covers the requests of a full run by quick runs with consecutive seeds', async () => {
  const only = ['auth.legacy-required.near-misses']
  const full = await collectSent({ only })
  const quick = new Set<string>()
  for (let seed = 1; seed <= 24; seed++)
    for (const line of await collectSent({ only, seed, quick: true })) quick.add(line)
  expect([...full].filter((line) => !quick.has(line))).toEqual([])
})
