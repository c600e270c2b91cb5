import type { Operations } from '../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { createToken, listTokens, renameToken } from '../../emulator/disturb/deviations/wrappers/operations.ts'
import {
  atWhole,
  later,
  mapMember,
  onCreation,
  tokensOf,
} from '../../emulator/disturb/deviations/wrappers/access-tokens.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/define-deviation.ts'
import {
  acceptExpiry,
  createLater,
  isAccepted,
  refuseUnless,
} from '../../emulator/disturb/deviations/behaviours/access-tokens.ts'
import { type Violation, violations } from './violations.ts'

/** A token lasts some days less than was asked for, unless the expiry would be accepted `near` days later, too. */
const shorten = (near: number, days: number): FetchWrapper =>
  onCreation(async (creation) => {
    const { response, overrides } = creation
    if (response.ok && !(await isAccepted(creation, near)))
      for (const token of await tokensOf(response))
        overrides.set(token.id, { expires_at: later(token['expires_at'], -days) })
    return response
  })

/** Moves an expiry that is too early some days on, and shows that it was moved by fewer. */
const moveExpiry = (days: number, printedDays: number): FetchWrapper =>
  onCreation(async (creation) => {
    const { sent, response, overrides } = creation
    const { expires_at: expiry } = sent
    if (response.ok || expiry === undefined || (await isAccepted(creation, printedDays))) return response
    const moved = await createLater(creation, days)
    for (const { id } of moved.ok ? await tokensOf(moved) : [])
      overrides.set(id, { expires_at: later(expiry, printedDays) })
    return moved.ok ? moved : response
  })

const tokenOperations: Operations = [createToken, renameToken, listTokens]

/** Shows another expiry than the token has. */
const showExpiry = (change: (expiry: unknown) => unknown): FetchWrapper =>
  mapMember(tokenOperations, 'expires_at', change)

const [minute, hour] = [1 / 1440, 1 / 24]

/** Violations of clauses 2.2 and 5.3 by the expiries that are accepted and shown. */
export const accessTokenExpiryFaults: readonly Violation[] = [
  ...violations('pat.expiry-minimum', 'pat.expiry-minimum.seven-days', {
    'pat-minimum-six-days': ['A token may expire in 6 days.', acceptExpiry([1])],
    'pat-minimum-an-hour-short': ['A token may expire in 7 days less an hour.', acceptExpiry([hour])],
    'pat-minimum-two-minutes-short': ['A token may expire in 7 days less 2 minutes.', acceptExpiry([2 * minute])],
    'pat-short-of-minimum-refused-yet-created': [
      'A creation with less than 7 days is refused, but done.',
      acceptExpiry([1], true),
    ],
  }),
  ...violations('pat.expiry-minimum', 'pat.expiry-minimum.five-days', {
    'pat-minimum-three-days': ['A token may expire in 3 days.', acceptExpiry([4])],
    'pat-minimum-four-days': ['A token may expire in 4 days.', acceptExpiry([3])],
    'pat-five-days-become-six': ['An expiry in 5 days is quietly made one in 6.1 days.', moveExpiry(3, 1.1)],
    'pat-five-days-become-almost-seven': [
      'An expiry in 5 days is made one in 7 days less an hour.',
      moveExpiry(3, 2 - hour),
    ],
  }),
  ...violations('pat.expiry-minimum', 'pat.expiry-minimum.past', {
    'pat-past-expiry-accepted': [
      'Less than 7 days is refused, but the past is not.',
      acceptExpiry([14, 400], false, 7),
    ],
  }),
  ...violations('pat.expiry-maximum', 'pat.expiry-maximum.over-two-years', {
    'pat-maximum-three-years': ['A token may last 3 years.', acceptExpiry([-365])],
    'pat-maximum-one-week-more': ['A token may last 2 years and a week.', acceptExpiry([-7])],
    'pat-too-late-refused-yet-created': [
      'A creation with more than 2 years is refused, but done.',
      acceptExpiry([-365], true),
    ],
    'pat-maximum-a-day-more': ['A token may last 2 years and a day.', acceptExpiry([-1])],
    'pat-maximum-two-days-more': ['A token may last 2 years and 2 days.', acceptExpiry([-2])],
  }),
  ...violations('pat.expiry-range', 'pat.expiry-range.seven-days', {
    'pat-refuses-seven-days-and-an-hour': ['A token must last 7 days and an hour.', refuseUnless(-hour)],
    'pat-refuses-seven-days-and-two-minutes': ['A token must last 7 days and 2 minutes.', refuseUnless(-2 * minute)],
    'pat-seven-days-lose-an-hour': ['A token of little more than 7 days lasts an hour less.', shorten(-1, hour)],
    'pat-nine-days-become-two': ['A token of little more than a week lasts a week less.', shorten(-5, 7)],
    'pat-refuses-nine-days': ['A token must last 14 days.', refuseUnless(-7)],
  }),
  ...violations('pat.expiry-range', 'pat.expiry-range.two-years', {
    'pat-refuses-last-days-of-two-years': ['A token may last 2 years less 2 days.', refuseUnless(2)],
    'pat-two-years-lose-an-hour': ['A token of almost 2 years lasts an hour less.', shorten(30, hour)],
    'pat-two-years-become-one': ['A token of almost 2 years lasts a year less.', shorten(30, 365)],
    'pat-refuses-almost-two-years': ['A token may last a year and a half.', refuseUnless(180)],
  }),
  ...violations('pat.record', 'pat.record.expires-at', {
    'pat-expiry-not-shown-at-creation': [
      'A creation shows no expires_at.',
      mapMember(createToken, 'expires_at', () => undefined),
    ],
    'pat-expiry-a-month-off': [
      'The list shows an expires_at a month too early.',
      mapMember(listTokens, 'expires_at', (expiry) => later(expiry, -30)),
    ],
    'pat-expiry-in-local-time': [
      'Answers show expires_at five and a half hours late, as if it were in UTC.',
      showExpiry((expiry) => later(expiry, 5.5 * hour)),
    ],
    'pat-expiry-two-minutes-early': [
      'Answers show expires_at two minutes early.',
      showExpiry((expiry) => later(expiry, -2 * minute)),
    ],
    'pat-expiry-at-full-hour': [
      'Answers show the full hour before expires_at.',
      showExpiry((expiry) => atWhole(expiry, hour)),
    ],
    'pat-expiry-at-midnight': [
      'The list shows the midnight before expires_at.',
      mapMember(listTokens, 'expires_at', (expiry) => atWhole(expiry, 1)),
    ],
  }),
]
