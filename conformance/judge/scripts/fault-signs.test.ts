import { expect, it } from 'vitest'
import { sampleExchange } from '../../../testing/conformance/sample-result.ts'
import { tryDeviation } from '../../../testing/selftest/kill.ts'
import { everyDeviation } from '../../../testing/faults/faults.ts'
import { signOfFact } from './fault-signs.ts'

/** The condition of a body that lacks some words. */
function conditionOf(text: string, lacks: readonly string[], length?: number): string {
  const exchange = sampleExchange(text)
  const at = { ...exchange, response: { ...exchange.response, ...(length === undefined ? {} : { length }) } }
  const { condition } = signOfFact({ kind: 'body', at, lacks }, [at])
  return condition(
    () => 1,
    (word) => [word],
    (word) => `'${word.join('')}'`,
  )
}

it('looks for what a body lacks, whatever else the body says', () => {
  expect(conditionOf('{"allowed":["active"]}', ['paused', 'archived'])).toBe(
    `[ "$(status 1)" -eq 404 ] && { ! has 1 'paused' || ! has 1 'archived'; }`,
  )
})

it('looks for the same answer if a missing word is a part of another one, or the body was cut', () => {
  expect(conditionOf('{"allowed":["inactive"]}', ['active'])).not.toContain('has')
  expect(conditionOf('{"allowed":["active"]}', ['paused'], 9000)).not.toContain('has')
})

it('looks on the pages of a walk for a record that stands between them, whatever their links have', () => {
  const page = (query: string, id: string) => {
    const exchange = sampleExchange(JSON.stringify([{ id }]))
    return { ...exchange, request: { ...exchange.request, url: `http://target.test/0/events/?${query}` } }
  }
  const [left, right] = [page('shard=b&cursor=0:2:0', 'l'), page('shard=b&cursor=0:4:0', 'r')]
  const between = page('cursor=0:3:0', 'missed')
  const { others } = signOfFact(
    { kind: 'missing', ids: ['missed'], pages: [left, right], foundOn: between, at: right },
    [left, between, right],
  )
  expect(others).toEqual([left, right])
})

it.each([
  ['enum-options-left-out', { kind: 'body', lacks: expect.arrayContaining([expect.any(String)]) }],
  ['capabilities-lack-a-command', { kind: 'body', lacks: expect.arrayContaining([expect.any(String)]) }],
  ['capabilities-lack-a-schema', { kind: 'body', members: [expect.any(String)] }],
])('names what is missing in the body, given %s', async (name, fact) => {
  const deviation = everyDeviation.find((candidate) => candidate.name === name)!
  const { result } = await tryDeviation(deviation, { only: [deviation.caughtBy] })
  const failure = result.results.find(({ check }) => check === deviation.caughtBy)!
  expect(failure.fact).toMatchObject(fact)
})
