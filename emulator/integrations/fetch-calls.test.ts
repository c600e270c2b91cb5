import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client } from '../../testing/integrations/client.ts'
import { fetchCalls, type Way } from '../../testing/integrations/fetch-calls.ts'
import { baseUrl, createScene } from '../../testing/integrations/scene.ts'
import { serveAnswers } from '../serve/serve-answers.ts'
import type { RunningServer } from '../serve/serve-options.ts'
import { buildRequest } from '../pipeline/context.ts'
import { installFetch } from './install-fetch.ts'
import { toMswHandlers } from './msw.ts'

const scene = createScene('')
let server: RunningServer
let byHttp: Client
beforeAll(async () => {
  server = await serveAnswers(scene.answering, { port: 0 })
  byHttp = new Client({ ...scene.facts, baseUrl: server.url })
})
afterAll(() => server.close())

/** Makes a client of each way, and what ends the way. */
const ways: Readonly<Partial<Record<Way, () => { readonly client: Client; readonly end: () => void }>>> = {
  'e.fetch': () => {
    const { answering, facts } = createScene('')
    return {
      client: new Client(facts, async (input, init) => answering.fetch(buildRequest(input, init))),
      end: () => {},
    }
  },
  installFetch: () => {
    const { answering, facts } = createScene('')
    const installed = installFetch(answering, { baseUrl })
    return { client: new Client(facts), end: () => installed.restore() }
  },
  'MSW in Node': () => {
    const { answering, facts } = createScene('')
    const msw = setupServer(...toMswHandlers(answering, { baseUrl, http }))
    msw.listen({ onUnhandledFrame: 'bypass' })
    return { client: new Client(facts), end: () => msw.close() }
  },
}

describe.each(Object.entries(ways))('by %s', (way, open) => {
  it.each(fetchCalls)('a client $name', async ({ observe, differences = [] }) => {
    const expected = await observe(byHttp)
    const { client, end } = open()
    try {
      const difference = differences.find((each) => each.ways.includes(way as Way))
      expect(await observe(client)).toEqual(difference ? difference.seen : expected)
    } finally {
      end()
    }
  })
})
