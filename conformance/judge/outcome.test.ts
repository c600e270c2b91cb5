import { expect, it } from 'vitest'
import { sampleExchange } from '../../testing/conformance/sample-result.ts'
import { because } from '../conclusions/cause.ts'
import { blocked, type Conclusion, insufficient, notApplicable, observed } from '../conclusions/conclusion.ts'
import { answer, phrase } from '../conclusions/phrase.ts'
import { unlessPermitted } from './check-runner.ts'
import { keptEvidence, toOutcome } from './outcome.ts'

const exchanges = Array.from({ length: keptEvidence + 2 }, (_, index) =>
  sampleExchange('{}', { url: `https://target.example/${index}` }),
)
const [first, second, third] = exchanges
const remark = phrase`a page (${answer(third!)})`

function evidenceOf(end: () => never): readonly string[] {
  try {
    return end()
  } catch (error) {
    return toOutcome(error as Conclusion, exchanges).evidence.map(({ request }) => new URL(request.url).pathname)
  }
}

it('keeps the exchange that decided as the last one, whatever answers the remark quotes', () => {
  for (const end of [
    () => blocked(because.refused, remark, first),
    () => insufficient(because.data, remark, second, first),
    () => notApplicable(because.absent, remark, first),
    () => observed(remark, first),
  ])
    expect(evidenceOf(end)).toEqual(['/3', '/4', '/5', '/6', '/7', '/0'])
})

it('keeps the last exchanges where none is said to have decided, whatever answers the remark quotes', () => {
  for (const end of [() => blocked(because.refused, remark), () => blocked(because.refused, remark, undefined)])
    expect(evidenceOf(end)).toEqual(['/2', '/3', '/4', '/5', '/6', '/7'])
})

it('names no permission to write as missing in a run that may write', () => {
  const outcome = { verdict: 'notApplicable', cause: because.writes, remark, evidence: [] } as const
  expect(unlessPermitted(outcome, false)).toBe(outcome)
  expect(unlessPermitted(outcome, true)).toMatchObject({ verdict: 'notApplicable', cause: because.absent })
  const other = { ...outcome, cause: because.data }
  expect(unlessPermitted(other, true)).toBe(other)
})
