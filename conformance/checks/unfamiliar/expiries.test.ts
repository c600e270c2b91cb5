// Wrong servers beside the right ones of testing/servers/right/product/expiries.ts: the bounds of an expiry are told there too.
import { expect, it } from 'vitest'
import { runKit } from '../../../testing/selftest/subject.ts'
import { type Choices, openService } from '../../../testing/servers/right/service/open-service.ts'
import { days } from '../../../testing/servers/right/product/expiries.ts'
import type { RunResult } from '../../judge/result.ts'

const minute = 60_000
const day = 1440 * minute

const failed = ({ results }: RunResult) => results.filter(({ verdict }) => verdict === 'fail').map(({ check }) => check)

async function run(choices: Choices, withHooks = true): Promise<RunResult> {
  const { options, ...subject } = openService(choices, { withHooks })
  return await runKit(subject, { ...options, only: ['pat.*'] })
}

type Expiry = NonNullable<Choices['expiry']>

/** Another least number of days. */
const daysFrom = (expiry: Expiry, least: number): Expiry => ({
  ...expiry,
  isAllowed: (time, now) => time >= now + least * day && (least < 7 || expiry.isAllowed!(time, now)),
})

const range = (least: number, most: number): Expiry => ({
  isAllowed: (expiry, now) => expiry >= now + least * day && expiry <= now + most * day,
})

it.each<readonly [string, Choices, readonly string[]]>([
  ['6 days by a clock 7 minutes ahead', { expiry: range(6, 731), moods: { skew: 7 * minute } }, ['minimum.seven-days']],
  ['8 days by a clock 7 minutes behind', { expiry: range(8, 731), moods: { skew: -7 * minute } }, ['range.seven-days']],
  ['6 days, beside a quota', { expiry: range(6, 731), moods: { quota: 2 } }, ['minimum.seven-days']],
  ['8 days, beside a quota', { expiry: range(8, 731), moods: { quota: 2 } }, ['range.seven-days']],
  ['a year and a half, beside a quota', { expiry: range(7, 548), moods: { quota: 2 } }, ['range.two-years']],
  [
    '2 years and a day, beside late lists',
    { expiry: range(7, 732), moods: { listLag: 3000 } },
    ['maximum.over-two-years'],
  ],
  ['2 years and a day', { expiry: range(7, 732) }, ['maximum.over-two-years']],
  ['8 days, by a clock that nothing shows', { expiry: range(8, 731), moods: { dated: false } }, ['range.seven-days']],
  [
    '2 years and a day, by a clock that nothing shows',
    { expiry: range(7, 732), moods: { dated: false } },
    ['maximum.over-two-years'],
  ],
  ['days from 4 on', { expiry: daysFrom(days(9, 'at its end'), 4) }, ['minimum.five-days', 'minimum.seven-days']],
  ['days from 10 on', { expiry: daysFrom(days(9, 'at its beginning'), 10) }, ['range.seven-days']],
])('tells what is wrong with %s', async (_what, choices, checks) => {
  const found = failed(await run(choices)).filter((check) => check.startsWith('pat.expiry-'))
  expect(found).toEqual(expect.arrayContaining(checks.map((check) => `pat.expiry-${check}`)))
})

it('notes what is known of the clock, and the margin that follows', async () => {
  const { findings } = await run({ moods: { skew: 7 * minute } }, false)
  expect(findings).toMatchObject({
    clock: expect.stringMatching(/^(?:209|210) s ahead of this machine's, give or take 21[12] s, by Date$/),
    expiryMargin: expect.stringMatching(
      /^27\d s beyond 7 days and 2 years, of which 60 s are left to every target; 2 years are 730 days, or with a leap/,
    ),
  })
  const dateless = await run({ moods: { dated: false } }, false)
  expect(dateless.findings['clock']).toBe("shown by nothing: taken to be this machine's")
  const ofDays = await run({ expiry: days(0, 'at its end') })
  expect(ofDays.findings['expiryMargin']).toContain('an expiry is a date')
})

it.each([2, 3, 4])('decides everything about tokens, and blames nothing, given a quota of %s', async (quota) => {
  const result = await run({ moods: { quota, listLag: 700 } })
  expect(
    result.results.filter(({ verdict }) => verdict !== 'pass').map(({ check, verdict }) => `${check} ${verdict}`),
  ).toEqual([])
  expect(result.findings).toMatchObject({ tokenQuota: expect.any(String), tokenListLag: expect.any(String) })
})

it('does not take a refusal for lack of room for one of what is wrong', async () => {
  const lenient: Expiry = { isAllowed: () => true }
  const { results } = await run({ expiry: lenient, moods: { quota: 2 } })
  const passed = results.filter(({ check, verdict }) => verdict === 'pass' && /^pat.expiry-m/.test(check))
  expect(passed).toEqual([])
})

it('does not take a range that is wrong at both ends for a clock, given a clock that answers show', async () => {
  const found = failed(await run({ expiry: range(8, 732) }, false))
  expect(found).toEqual(expect.arrayContaining(['pat.expiry-range.seven-days', 'pat.expiry-maximum.over-two-years']))
})
