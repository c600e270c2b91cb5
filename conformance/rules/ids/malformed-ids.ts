// What the checks of malformed ids share: in which places they ask, and what they make of the answers.
import { blocked, fail, insufficient, notApplicable } from '../../catalogue/verdict.ts'
import { comesFromBefore } from '../../reading/before-the-api.ts'
import { isBare } from '../../reading/id-forms.ts'
import type { MalformedClass } from '../../reading/malformed-ids.ts'
import type { Session } from '../../run/session.ts'
import { type Exchange, summary } from '../../wire/exchange.ts'
import { isRefusal } from '../legacy/legacy-answers.ts'
import type { IdPlace } from './id-places.ts'

/** The places in which a well-formed id is accepted, and why the others are left out. */
export interface UsablePlaces {
  readonly usable: readonly IdPlace[]
  readonly skipped: readonly string[]
}

/**
 * Sends the well-formed id in each place.
 * @param isProven Whether checks that passed before name what fails here: then it failed meanwhile.
 * @throws Conclusion `notApplicable` when there is no place, `blocked` or `insufficientEvidence` when none is usable.
 */
export async function usablePlaces(
  places: readonly IdPlace[],
  declare: string,
  isProven = false,
): Promise<UsablePlaces> {
  if (places.length === 0) notApplicable(`declare ${declare} in the target file`)
  const usable: IdPlace[] = []
  const skipped: string[] = []
  let refusals = 0
  for (const place of places) {
    // Made from an id of another form, it could be well-formed.
    if (!isBare(place.id)) {
      skipped.push(`${place.what}, as ${place.id} is not an id of 27 characters (see ids.grammar)`)
      continue
    }
    const control = await place.control()
    if (control.response.status < 300) usable.push(place)
    else skipped.push(`${place.what}, where a well-formed id got ${summary(control)}`)
    if (isRefusal(control)) refusals++
  }
  const message = `not tried at ${skipped.join('; nor at ')}`
  if (usable.length > 0) return { usable, skipped }
  if (isProven || refusals === places.length) insufficient(message)
  return blocked(message)
}

/** A malformed id and where to send it. */
interface Pair {
  readonly malformed: MalformedClass
  readonly place: IdPlace
}

/** Sends malformed ids in places in which the well-formed one was accepted. */
export async function assertRefused(
  session: Session,
  pairs: readonly Pair[],
  skipped: readonly string[],
): Promise<string> {
  const failures: string[] = []
  const tried: string[] = []
  const unclear: string[] = []
  for (const { malformed, place } of pairs) {
    const id = malformed.make(place.id, place.prefix)
    const answer = await session.send(place.call(id))
    const pair = `${malformed.what} as ${place.what}`
    const why = answer.response.status === 400 ? undefined : await whyUnclear(answer, id, place)
    if (why !== undefined) unclear.push(`${pair}: ${why}`)
    else if (answer.response.status === 400) tried.push(pair)
    else failures.push(`${summary(answer)} for ${pair}`)
  }
  if (failures.length > 0) fail('400 for a malformed id', failures.join('; '))
  if (tried.length === 0) insufficient(unclear.join('; '))
  const left = [...unclear, ...skipped]
  return `${tried.join('; ')}${left.length > 0 ? `; not at ${left.join('; ')}` : ''}`
}

/** Why an answer other than 400 is no fault of the target; undefined when it is one. */
async function whyUnclear(answer: Exchange, id: string, place: IdPlace): Promise<string | undefined> {
  const control = await place.control()
  if (comesFromBefore(answer, control))
    return `${summary(answer)} evidently comes from something before the API, as it is no JSON and of another server`
  // Where a prefix is required, an id without one may be refused before its form is looked at.
  const bare = /^[a-z]{3}_/.test(id) ? undefined : await place.bare?.()
  if (bare && bare.response.status >= 400 && bare.response.status === answer.response.status)
    return `a well-formed id without a prefix is refused in the same way there (${summary(bare)})`
  return undefined
}
