import { expect, it } from 'vitest'
import { sampleExchange } from '../../testing/conformance/sample-result.ts'
import { Conclusion } from '../conclusions/conclusion.ts'
import { phrase } from '../conclusions/phrase.ts'
import { phraseText } from '../wording/text.ts'
import { ApiAnswerStyle } from '../judge/gateway-refusals.ts'
import type { Session } from '../judge/session.ts'
import { type VariantResult, defineLaw } from './law.ts'

const at = sampleExchange('{}')
const usual = new ApiAnswerStyle()
usual.record({ ...at, response: { ...at.response, headers: { server: 'api' }, json: {} } })
const broken: VariantResult = { got: phrase`200`, fact: { kind: 'status', wanted: 400, at } }

/** The end of a law with these answers. */
async function conclude(answers: readonly VariantResult[], mayBeHidden?: true): Promise<string> {
  const [check] = defineLaw({
    places: [{ id: 'ids.malformed-path.x', effect: 'read' }],
    description: () => '',
    expected: phrase`400`,
    ...(mayBeHidden && { mayBeHidden }),
    variants: () =>
      Promise.resolve({
        variants: answers.map((answer, index) => ({ what: phrase`${index}`, ask: () => Promise.resolve(answer) })),
      }),
  })
  const conclusion = await check!.run({ run: { usual } } as Session).catch((error: unknown) => error)
  if (!(conclusion instanceof Conclusion)) return 'pass'
  return conclusion.statement.got ? phraseText(conclusion.statement.got) : conclusion.verdict
}

it('says how many requests at a place break a law', async () => {
  expect(await conclude(['kept', broken, 'kept'])).toBe('1 of 3 requests, for 1: 200')
  expect(await conclude([broken, broken])).toBe('2 of 2 requests, for 0: 200; for 1: 200')
  expect(await conclude([broken])).toBe('for 0: 200')
})

const response = { status: 403, headers: { server: 'proxy' }, text: '<html>', json: undefined }
const refused: VariantResult = { fact: { kind: 'status', wanted: 400, at: { ...at, response } } }

it('leaves a law open where a proxy refused a variant, unless one variant is as good as another', async () => {
  expect(await conclude(['kept', refused])).toBe('insufficientEvidence')
  expect(await conclude(['kept', refused], true)).toBe('pass')
  expect(await conclude([refused], true)).toBe('insufficientEvidence')
  expect(await conclude([broken, refused])).toMatch(/^1 of 2 requests/)
})

it('counts no closer variant that a proxy refused', async () => {
  const closer = () => [{ what: phrase`closer`, ask: () => Promise.resolve(refused) }]
  const [check] = defineLaw({
    places: [{ id: 'ids.malformed-path.x', effect: 'read' }],
    description: () => '',
    expected: phrase`400`,
    variants: () =>
      Promise.resolve({ variants: [{ what: phrase`first`, ask: () => Promise.resolve(broken), closer }] }),
  })
  await expect(check!.run({ run: { usual } } as Session)).rejects.toMatchObject({
    verdict: 'fail',
    statement: { alike: undefined },
  })
})
