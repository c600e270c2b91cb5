// Shared by the checks of malformed ids: the places that they ask, and the judgement of the answers.
import { because, type Cause, see, undeclared } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { alsoAt } from '../../conclusions/fact.ts'
import { isGatewayRefusal } from '../../reading/is-gateway-refusal.ts'
import { isBare } from '../../reading/id-forms.ts'
import type { MalformedClass } from '../../reading/malformed-id-forms.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answer, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { isRefusal } from '../legacy/legacy-answers.ts'
import type { IdPlace } from './id-places.ts'

/** The places in which a well-formed id is accepted, and why the others are left out. */
export interface UsablePlaces {
  readonly usable: readonly IdPlace[]
  readonly skipped: readonly Phrase[]
}

/**
 * Sends the well-formed id in each place.
 * @param declare What a target file lacks where there is no place: of each inner list, one is enough.
 * @param isProven Whether checks that passed before name what fails here: then it failed meanwhile.
 * @throws Conclusion `notApplicable` when there is no place, `blocked` or `insufficientEvidence` when none is usable.
 */
export async function usablePlaces(
  places: readonly IdPlace[],
  declare: readonly (readonly string[])[],
  isProven = false,
): Promise<UsablePlaces> {
  if (places.length === 0) {
    const members = declare.map((list) => ({ list, between: ' or ' }) as const)
    notApplicable(undeclared(...declare), phrase`declare ${{ list: members, between: ' and ' }} in the target file`)
  }
  const usable: IdPlace[] = []
  const skipped: Phrase[] = []
  const refused: Exchange[] = []
  let refusals = 0
  let cause: Cause = because.refused
  for (const place of places) {
    // Made from an id of another form, it could be well-formed.
    if (!isBare(place.id)) {
      skipped.push(phrase`${place.what}, as ${place.id} is not an id of 27 characters (see ids.grammar)`)
      cause = see('ids.grammar')
      continue
    }
    const control = await place.control()
    if (control.response.status < 300) usable.push(place)
    else {
      skipped.push(phrase`${place.what}, where a well-formed id got ${answer(control)}`)
      refused.push(control)
    }
    if (isRefusal(control)) refusals++
  }
  if (usable.length > 0) return { usable, skipped }
  const remark = phrase`not tried at ${{ list: skipped, between: '; ' }}`
  if (isProven || refusals === places.length) insufficient(cause, remark, ...refused)
  return blocked(cause, remark, ...refused)
}

/** A malformed id and where to send it. */
interface PlacedId {
  readonly malformed: MalformedClass
  readonly place: IdPlace
}

/** Sends malformed ids in places in which the well-formed one was accepted. */
export async function assertMalformedRefused(
  session: Session,
  pairs: readonly PlacedId[],
  skipped: readonly Phrase[],
): Promise<Phrase> {
  const failures: { readonly pair: Phrase; readonly exchange: Exchange }[] = []
  const tried: Phrase[] = []
  const unclear: Unclear[] = []
  for (const { malformed, place } of pairs) {
    const id = malformed.make(place.id, place.prefix)
    const exchange = await session.send(place.call(id))
    const pair = phrase`${malformed.what} as ${place.what}`
    const why = exchange.response.status === 400 ? undefined : await whyUnclear(exchange, id, place)
    if (why) unclear.push({ ...why, remark: phrase`${pair}: ${why.remark}` })
    else if (exchange.response.status === 400) tried.push(pair)
    else failures.push({ pair, exchange })
  }
  const [first, ...others] = failures
  if (first)
    fail({
      expected: phrase`400 for a malformed id`,
      got: phrase`${{ list: failures.map(({ pair, exchange }) => phrase`${answer(exchange)} for ${pair}`), between: '; ' }}`,
      fact: { kind: 'status', wanted: 400, at: first.exchange, ...alsoAt(others.map(({ exchange }) => exchange)) },
    })
  const remarks = unclear.map(({ remark }) => remark)
  if (tried.length === 0)
    insufficient(
      unclear[0]?.cause ?? because.refused,
      phrase`${{ list: remarks, between: '; ' }}`,
      ...unclear.map(({ at }) => at),
    )
  const left = [...remarks, ...skipped]
  const done = phrase`${{ list: tried, between: '; ' }}`
  return left.length > 0 ? phrase`${done}; not at ${{ list: left, between: '; ' }}` : done
}

/** Why an answer says nothing of the target. */
interface Unclear {
  readonly cause: Cause
  readonly remark: Phrase
  readonly at: Exchange
}

/** Why an answer other than 400 is no fault of the target; undefined when it is one. */
async function whyUnclear(exchange: Exchange, id: string, place: IdPlace): Promise<Unclear | undefined> {
  const control = await place.control()
  if (isGatewayRefusal(exchange, control))
    return {
      cause: because.gateway,
      remark: phrase`${answer(exchange)} evidently comes from something before the API, as it is no JSON and of another server`,
      at: exchange,
    }
  // Where a prefix is required, an id without one may be refused before its form is looked at.
  const bare = /^[a-z]{3}_/.test(id) ? undefined : await place.bare?.()
  if (bare && bare.response.status >= 400 && bare.response.status === exchange.response.status)
    return {
      cause: because.alike,
      remark: phrase`a well-formed id without a prefix is refused in the same way there (${answer(bare)})`,
      at: bare,
    }
  return undefined
}
