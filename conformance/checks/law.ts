// A law is a sentence that holds at many places: a table of places, the requests to send at each, and one expectation.
import type { Cause } from '../conclusions/cause.ts'
import { fail, insufficient } from '../conclusions/conclusion.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import { alsoAt, type Fact } from '../conclusions/fact.ts'
import { type Phrase, phrase } from '../conclusions/phrase.ts'
import { type ActiveCheck, type Check, defineCheck } from '../judge/define-check.ts'
import type { Session } from '../judge/session.ts'
import { eachAtOnce } from './each-at-once.ts'

/** A place where a law holds. It makes one check. */
export type Place = Omit<ActiveCheck, 'requirement' | 'description' | 'run'>

/** What the answer to a variant shows: that the law holds, that it is broken, or neither. */
export type Answered =
  | 'kept'
  | { readonly got: Phrase; readonly fact: Fact }
  | { readonly cause: Cause; readonly remark: Phrase; readonly at: Exchange }

/** A request that differs from the known-good one in one thing. */
export interface Variant {
  /** As a failure names it, such as "an id of 26 characters as the project id". */
  readonly what: Phrase
  readonly ask: () => Promise<Answered>
}

/** The variants to ask at a place, and those that are left out there, each with the reason. */
export interface Variants {
  readonly variants: readonly Variant[]
  readonly skipped?: readonly Phrase[]
}

/** A law and the places where it holds. */
export interface Law<P extends Place> {
  readonly places: readonly P[]
  readonly description: (place: P) => string
  readonly expected: Phrase
  /**
   * Sends the known-good request of a place, and makes the variants of it.
   * @throws Conclusion where the known-good request is not accepted.
   */
  readonly variants: (session: Session, place: P) => Promise<Variants>
  /** How many variants are asked at a time. Default: 4. */
  readonly atOnce?: number
}

/** One check for each place of a law. */
export function defineLaw<P extends Place>(law: Law<P>): readonly Check[] {
  return law.places.map((place) =>
    defineCheck({
      ...place,
      description: law.description(place),
      run: async (session) => await judgeVariants(await law.variants(session, place), law),
    }),
  )
}

/**
 * Asks variants and ends a check by their answers.
 * @throws Conclusion `fail` for one that shows the law broken, `insufficientEvidence` if none shows anything.
 */
async function judgeVariants(
  { variants, skipped = [] }: Variants,
  { expected, atOnce }: Pick<Law<Place>, 'expected' | 'atOnce'>,
): Promise<Phrase> {
  const answers: Answered[] = []
  await eachAtOnce(variants, async ({ ask }, index) => (answers[index] = await ask()), atOnce)
  const named = variants.map(({ what }, index) => ({ what, answered: answers[index]! }))
  const broken = named.flatMap(({ what, answered }) =>
    answered !== 'kept' && 'fact' in answered ? [{ ...answered, got: phrase`${answered.got} for ${what}` }] : [],
  )
  const [first, ...others] = broken
  if (first)
    fail({
      expected,
      got: phrase`${{ list: broken.map(({ got }) => got), between: '; ' }}`,
      fact: { ...first.fact, ...alsoAt(others.map(({ fact }) => fact.at)) },
    })
  const unclear = named.flatMap(({ what, answered }) =>
    answered !== 'kept' && 'cause' in answered ? [{ ...answered, remark: phrase`${what}: ${answered.remark}` }] : [],
  )
  const kept = named.filter(({ answered }) => answered === 'kept').map(({ what }) => what)
  const remarks = [...unclear.map(({ remark }) => remark), ...skipped]
  if (kept.length === 0 && unclear[0])
    insufficient(unclear[0].cause, phrase`${{ list: remarks, between: '; ' }}`, ...unclear.map(({ at }) => at))
  const done = phrase`${{ list: kept, between: '; ' }}`
  return remarks.length > 0 ? phrase`${done}; not at ${{ list: remarks, between: '; ' }}` : done
}
