import { expect, it } from 'vitest'
import { learnedTwin } from '../../../testing/servers/right/learned-twins.ts'
import { rightServers, singleServers } from '../../../testing/servers/right/right-servers.ts'

const servers = [...rightServers['by hand']!, ...singleServers]
const learn = (name: string) => learnedTwin(servers.find((server) => server.name === name)!)

it.each([
  'services: an OpenAPI document, and 202',
  'services: a list of tools, and 204',
  'services: schemas as text, and a text',
  'successes: 206 for what is read',
  'envelopes: ids and times of others',
  'refusals: 410 for what is unknown',
  'values: the value with its path, and a list of projects for tokens',
  'unknowns: have nothing',
  'methods: 204 and any method',
  'methods: HEAD at the legacy root alone',
  'cursors: of what is gone, and behind the last record, are unknown',
  'limits: ten at least, at most 25',
])('makes a twin with the same answers as the service, given %s', async (name) => {
  expect(await learn(name)).toEqual({ differences: [], wrong: [] })
})

it('omits the member for records from an empty list', async () => {
  const { differences, wrong } = await learn('envelopes: the name of the kind, left out where no record is')
  expect(wrong).toEqual([])
  // The service has no tokens, and its twin has some, in the same form.
  expect(differences).toEqual([])
})

it('learns no form from refusals of operations that the client may not use', async () => {
  const { differences, wrong } = await learn('a client without services:use')
  expect(wrong).toEqual([])
  expect(differences.map(({ question }) => question)).toEqual([
    'services.capabilities',
    'services.invoke',
    'services.invoke-invalid',
  ])
})
