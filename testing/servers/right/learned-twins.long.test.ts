// The twins of right servers with one thing of their own: most answer every question as their server does.
import { expect, it } from 'vitest'
import { partOf } from '../../sample.ts'
import { byHand } from './by-hand.ts'
import { learnedTwin } from './learned-twins.ts'
import { alone, described, openCombination } from './product/product.ts'

const servers = [
  ...byHand,
  ...alone.map((combination) => ({ name: described(combination), make: () => openCombination(combination) })),
]

/** The servers that no twin is like yet, by what their twins lack. */
const unlike: Readonly<Record<string, readonly string[]>> = {
  'links and counts beside the records, of which some are null, and media types of all answers': [
    'nothing but records by their ids',
    'envelopes: JSON:API',
    'envelopes: HAL',
    'envelopes: the name of the kind, left out where no record is',
    'envelopes: OData',
    'envelopes: ids and times of others',
    'mediaTypes: the type of the vendor',
  ],
  'MCP by another transport': ['MCP of 2024-11-05', 'mcp: JSON without sessions'],
  'the rights of the client that asked': [
    'a client without catalogs:read',
    'a client without services:use',
    'a client without configurations:read',
    'a client without environments:read',
  ],
  'errors that are no JSON, lost on their way, or of two forms': [
    'legacy credentials alone',
    'integrationToken alone',
    'apiKey alone',
    'dsn alone',
    'a DSN alone, which the events take for GET',
    'a DSN alone, which the groups take for GET',
    'a DSN alone, which the groups take for GET and POST',
    'no catalog',
    'errors: a list of objects, with the options as members',
    'errors: nothing but the options',
    'refusals: a page of 403 for strangers',
  ],
  'another project for tokens than for keys': ['values: the value with its path, and a list of projects for tokens'],
  'further relations and attributes of links': [
    'links: attributes in another order',
    'links: more relations, next first',
  ],
  'other methods, and statuses of single parts': [
    'methods: 204 and any method',
    'methods: HEAD at the legacy root alone',
    'successes: 206 for what is read',
  ],
  'the status of unknown paths, and success for unknown ids': [
    'redirects: 301 to the other form',
    'redirects: 302 to a relative address',
    'refusals: 403 for strangers, clients and grants',
    'refusals: 410 for what is unknown',
    'refusals: rare',
    'unknowns: have nothing',
  ],
  'an expiry of the token in seconds': ['announcements: expires_at, in seconds'],
  'a least limit': ['limits: ten at least, at most 25'],
}

const known = Object.values(unlike).flat()

it.each(partOf(servers, 7))('learns $name, and makes a twin that answers alike', async (server) => {
  const { differences, wrong } = await learnedTwin(server)
  expect(wrong).toEqual([])
  // Each difference is named by its question and by what differs.
  expect(differences.filter((difference) => difference.differences.length === 0)).toEqual([])
  expect(differences.length > 0).toBe(known.includes(server.name))
})
