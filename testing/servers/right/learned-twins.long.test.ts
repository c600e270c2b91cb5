// The twins of all right servers: nearly all answer every question as their server does.
import { expect, it } from 'vitest'
import { allRightServers } from './expect-no-blame.ts'
import { learnedTwin } from './learned-twins.ts'

/** The servers that no twin is like yet, by what their twins lack. */
const unlike: Readonly<Record<string, readonly string[]>> = {
  'links and counts beside the records, and media types of all answers': [
    'JSON:API',
    'JSON:API by its own media type',
    'HAL',
    'OData',
    'a media type of the vendor',
  ],
  'errors that are no JSON, lost on their way, or of two forms': [
    'errors without a body, but for the enum values',
    '407 for strangers, over a socket',
    'a page of status 403 for strangers',
    'legacy credentials alone',
    'an API key alone',
    'no catalog declared',
  ],
  'the rights of the client that asked': [
    'a client that may not see catalogs',
    'a client that may not use services',
    'a client that may not see configurations',
    'a client that may not see environments',
  ],
  'the status of unknown paths, and success for unknown ids': [
    '407 and other rare statuses',
    'an empty list for an unknown parent',
    'no commands for an unknown connection',
  ],
  'further relations and attributes of links': [
    'links with attributes in another order',
    'links with entries for first and last',
  ],
  'MCP by another transport': ['MCP as JSON', 'MCP of 2024-11-05'],
  'another project for tokens than for keys': ['the project as a list for tokens, and an object for keys'],
}

it('makes twins of at least 90 percent of the right servers that answer every question alike, and learns none wrong', async () => {
  const differing: string[] = []
  for (const { server } of allRightServers) {
    const { differences, wrong } = await learnedTwin(server)
    expect([server.name, wrong]).toEqual([server.name, []])
    if (differences.length === 0) continue
    differing.push(server.name)
    // Each difference is named by its question and by what differs.
    for (const { question, differences: all } of differences)
      expect([question, all.length > 0]).toEqual([question, true])
  }
  expect(differing.toSorted()).toEqual(Object.values(unlike).flat().toSorted())
  expect(1 - differing.length / allRightServers.length).toBeGreaterThanOrEqual(0.9)
}, 300_000)
