import { expect, it } from 'vitest'
import { sampleExchange } from '../../testing/conformance/sample-result.ts'
import { Conclusion } from '../conclusions/conclusion.ts'
import { phrase } from '../conclusions/phrase.ts'
import { phraseText } from '../wording/text.ts'
import { UsualAnswers } from '../judge/gateway-refusals.ts'
import type { Session } from '../judge/session.ts'
import { type VariantResult, defineLaw } from './law.ts'

const at = sampleExchange('{}')
const usual = new UsualAnswers()
usual.record({ ...at, response: { ...at.response, headers: { server: 'api' }, json: {} } })
const broken: VariantResult = { got: phrase`200`, fact: { kind: 'status', wanted: 400, at } }

/** The actual result in the failure of a law with these answers. */
async function actualResult(...answers: readonly VariantResult[]): Promise<string> {
  const [check] = defineLaw({
    places: [{ id: 'ids.malformed-path.x', effect: 'read' }],
    description: () => '',
    expected: phrase`400`,
    variants: () =>
      Promise.resolve({
        variants: answers.map((answer, index) => ({ what: phrase`${index}`, ask: () => Promise.resolve(answer) })),
      }),
  })
  const conclusion = await check!.run({ run: { usual } } as Session).catch((error: unknown) => error)
  return conclusion instanceof Conclusion && conclusion.statement.got
    ? phraseText(conclusion.statement.got)
    : 'no failure'
}

it('says how many requests at a place break a law', async () => {
  expect(await actualResult('kept', broken, 'kept')).toBe('1 of 3 requests, for 1: 200')
  expect(await actualResult(broken, broken)).toBe('2 of 2 requests, for 0: 200; for 1: 200')
  expect(await actualResult(broken)).toBe('for 0: 200')
})

it('leaves a variant that a proxy refused to the others', async () => {
  const response = { status: 403, headers: { server: 'proxy' }, text: '<html>', json: undefined }
  const refused: VariantResult = { fact: { kind: 'status', wanted: 400, at: { ...at, response } } }
  expect(await actualResult('kept', refused)).toBe('no failure')
  expect(await actualResult(broken, refused)).toMatch(/^1 of 2 requests/)
})
