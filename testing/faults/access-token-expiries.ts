import {
  postponeExpiry,
  changeCreations,
  collectTokens,
} from '../../emulator/disturb/deviations/groups/access-tokens.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/deviation.ts'
import { type Violation, violations } from './violations.ts'
import { acceptExpiry, createLater, isAccepted } from './wrappers.ts'

/** A token lasts some days less than was requested, unless the expiry would be accepted `near` days later, too. */
const shorten = (near: number, days: number): FetchWrapper =>
  changeCreations(async (creation) => {
    const { response, overrides } = creation
    if (response.ok && !(await isAccepted(creation, near)))
      for (const token of await collectTokens(response))
        overrides.set(token.id, { expires_at: postponeExpiry(token['expires_at'], -days) })
    return response
  })

/** Moves an expiry that is too early some days on, and shows that it was moved by fewer. */
const moveExpiry = (days: number, printedDays: number): FetchWrapper =>
  changeCreations(async (creation) => {
    const { sent, response, overrides } = creation
    const { expires_at: expiry } = sent
    if (response.ok || expiry === undefined || (await isAccepted(creation, printedDays))) return response
    const moved = await createLater(creation, days)
    for (const { id } of moved.ok ? await collectTokens(moved) : [])
      overrides.set(id, { expires_at: postponeExpiry(expiry, printedDays) })
    return moved.ok ? moved : response
  })

const hour = 1 / 24

/** Violations of clauses 2.2 and 5.3 by the expiries that are accepted. */
export const accessTokenExpiryFaults: readonly Violation[] = [
  ...violations('pat.expiry-minimum.seven-days', {
    'pat-five-days-become-almost-seven': [
      'An expiry in 5 days is made one in 7 days less an hour.',
      moveExpiry(3, 2 - hour),
    ],
    'pat-past-expiry-accepted': [
      'Less than 7 days is refused, but the past is not.',
      acceptExpiry([14, 400], false, 7),
    ],
  }),
  ...violations('pat.expiry-range.seven-days', {
    'pat-seven-days-lose-an-hour': ['A token of little more than 7 days lasts an hour less.', shorten(-1, hour)],
  }),
  ...violations('pat.expiry-range.two-years', {
    'pat-two-years-lose-an-hour': ['A token of almost 2 years lasts an hour less.', shorten(30, hour)],
  }),
]
