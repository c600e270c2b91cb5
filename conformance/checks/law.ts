// A law is a sentence that holds at many places: a table of places, the requests to send at each, and one expectation.
import { because, type Cause } from '../conclusions/cause.ts'
import { fail, type Failure, factAnswerPhrase, insufficient, unlessConcluded } from '../conclusions/conclusion.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import { otherExchanges, type Fact } from '../conclusions/fact.ts'
import { answerPhrase, countPhrase, type Phrase, phrase } from '../conclusions/phrase.ts'
import type { ActiveCheck } from '../judge/define-check.ts'
import type { Session } from '../judge/session.ts'
import { eachAtOnce } from './each-at-once.ts'
import { contrast, type Neighbour } from './similar.ts'
import { commonTraits, type Condition, conditionPhrase, findCondition, nearestFirst, type Traits } from './traits.ts'

/** A place where a law holds. It makes one check. */
export interface Place extends Omit<ActiveCheck, 'requirement' | 'description' | 'run'> {
  /**
   * True if a single unclear answer leaves the law undecided at this place. Default: one answer that shows that it
   * holds is enough.
   */
  readonly mustAllBeClear?: true
}

/** Parts of a failure that say more than the law does. */
export type OtherWords = Partial<Pick<Failure, 'expected' | 'symptom' | 'condition' | 'remedy'>>

/**
 * The result of a variant: the law holds, is broken, or neither is shown. Default of `got`: the answer of the fact.
 * `what` and `traits` are those of a simpler request than the variant.
 */
export type VariantResult =
  | 'kept'
  | {
      readonly what?: Phrase
      readonly traits?: Traits
      readonly got?: Phrase
      readonly fact: Fact
      readonly words?: OtherWords
    }
  | { readonly cause: Cause; readonly remark: Phrase; readonly at: Exchange }

/** A request that differs from the known-good one in one thing. */
export interface Variant {
  /** As a failure names it, such as "an id of 26 characters as the project id". */
  readonly what: Phrase
  /** A failure names the traits that only variants which break the law have, and first those that share the most. */
  readonly traits?: Traits
  /** Parts of the failure under the condition that its traits make. */
  readonly wordsUnder?: (condition: Condition) => OtherWords
  readonly ask: () => Promise<VariantResult>
  /** Variants to send only if this one breaks the law: whether they break it, too, narrows it down. */
  readonly closer?: () => readonly Variant[]
}

/** The variants to send at a place, and the omitted ones, each with the reason. */
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
   * Sends the known-good request of a place, and makes its variants.
   * @throws Conclusion if the known-good request is not accepted.
   */
  readonly variants: (session: Session, place: P) => Promise<Variants>
  /** The mistake in a few words; whether any variant keeps the law may change them. */
  readonly symptom?: (isAnyKept: boolean) => Phrase
  /** Variants to send only if most others break the law: whether they break it, too, narrows it down. */
  readonly further?: (session: Session, place: P) => Promise<readonly Variant[]>
  /** True if one variant that keeps the law is enough: variants are sent in turn until then. */
  readonly isOneEnough?: (place: P) => boolean
  /** True if the other variants decide where something in front of the API answers some of them. */
  readonly mayBeHidden?: true
  /** The number of variants sent at a time. Default: 4, the default of `eachAtOnce`. */
  readonly atOnce?: (place: P) => number
}

/** One check for each place of a law. */
export function defineLaw<P extends Place>(law: Law<P>): readonly Omit<ActiveCheck, 'requirement'>[] {
  return law.places.map((place) => ({
    ...place,
    namesRequests: true,
    description: law.description(place),
    run: async (session) => {
      const { variants, skipped = [] } = await law.variants(session, place)
      const most = law.atOnce?.(place)
      const isOneEnough = law.isOneEnough?.(place) ?? false
      const asked = isOneEnough ? await askInTurn(session, variants) : await askAll(session, variants, most)
      const isHidden = law.mayBeHidden !== true && asked.some(({ answered }) => isOfGateway(answered))
      const broken = asked.filter(isBroken)
      const askFurther = async () =>
        await askAll(session, await furtherVariants(law, session, place, broken, asked), most)
      const further = broken.length === 0 ? [] : ((await unlessConcluded(askFurther())) ?? [])
      return concludeLaw(law, asked, skipped, isHidden || place.mustAllBeClear, further)
    },
  }))
}

/** The most broken variants whose closer ones are sent. */
const mostCloser = 3

async function furtherVariants<P extends Place>(
  { further }: Law<P>,
  session: Session,
  place: P,
  broken: readonly AnsweredVariant[],
  asked: readonly AnsweredVariant[],
): Promise<readonly Variant[]> {
  if (further && broken.length > asked.length / 2) return await further(session.fork({ isNarrowing: true }), place)
  return broken.slice(0, mostCloser).flatMap(({ closer }) => closer?.() ?? [])
}

const isBroken = ({ answered }: AnsweredVariant): boolean => answered !== 'kept' && 'fact' in answered

const isOfGateway = (answered: VariantResult): boolean =>
  answered !== 'kept' && 'cause' in answered && answered.cause.kind === 'gateway'

/** The result of a variant, unless something in front of the API answered it. */
function excludeProxyAnswers(result: VariantResult, { run }: Session): VariantResult {
  if (result === 'kept' || !('fact' in result)) return result
  const { at } = result.fact
  const reason = run.usual.gatewayReason(at)
  if (!reason) return result
  return { cause: because.gateway, remark: phrase`${answerPhrase(at)} comes from a proxy: ${reason}`, at }
}

/** A variant with its answer. */
interface AnsweredVariant extends Omit<Variant, 'ask'> {
  readonly answered: VariantResult
}

async function askVariant(session: Session, { ask, ...variant }: Variant): Promise<AnsweredVariant> {
  return { ...variant, answered: excludeProxyAnswers(await ask(), session) }
}

async function askAll(
  session: Session,
  variants: readonly Variant[],
  most?: number,
): Promise<readonly AnsweredVariant[]> {
  const asked: AnsweredVariant[] = []
  await eachAtOnce(variants, async (variant, index) => (asked[index] = await askVariant(session, variant)), most)
  return asked
}

/** Sends one variant after the other until one keeps the law, which then counts for all. */
async function askInTurn(session: Session, variants: readonly Variant[]): Promise<readonly AnsweredVariant[]> {
  const asked: AnsweredVariant[] = []
  for (const variant of variants) {
    const answered = await askVariant(session, variant)
    if (answered.answered === 'kept') return [answered]
    asked.push(answered)
  }
  return asked
}

/** The most broken variants whose answers are all shown. */
const mostAnswers = 5

/** The answers that are shown of more. */
const fewAnswers = 3

/** Variants that keep the law: first those that lack one part of the condition, each part in turn. */
function nearestRight(right: readonly AnsweredVariant[], wrong: Traits, names: readonly string[]) {
  const inCondition = (traits: Traits): Traits => Object.fromEntries(names.map((name) => [name, traits[name]]))
  const nearest = nearestFirst(right, traitsOf, wrong)
  return nearestFirst(nearest, (variant) => inCondition(traitsOf(variant)), inCondition(wrong))
}

const traitsOf = ({ traits = {} }: Pick<Variant, 'traits'>): Traits => traits

/** The names of the traits that all broken variants share with few right ones. */
function distinctTraits(broken: readonly AnsweredVariant[], right: readonly AnsweredVariant[]): readonly string[] {
  const first = traitsOf(broken[0]!)
  const isRare = (name: string): boolean =>
    right.filter((variant) => traitsOf(variant)[name] === first[name]).length <= right.length / 2
  return commonTraits(broken.map(traitsOf)).filter(isRare)
}

/** The condition under which variants break a law, if no traits tell them from right ones. */
function shareOf(broken: readonly AnsweredVariant[], asked: number, names: readonly string[]): Phrase {
  const [first] = broken
  if (broken.length === 1) return phrase`for ${first!.what}`
  return names.length > 0
    ? phrase`for ${countPhrase(broken.length, 'request')} ${names.map((name) => traitsOf(first!)[name]).join(', ')}`
    : phrase`for ${broken.length} of ${asked} requests, such as ${first!.what}`
}

const countTraits = (variant: Pick<Variant, 'traits'>): number =>
  Object.values(traitsOf(variant)).filter((trait) => trait !== undefined).length

const findBroken = (variants: readonly AnsweredVariant[]) =>
  variants.flatMap((variant) =>
    variant.answered !== 'kept' && 'fact' in variant.answered ? [{ ...variant, ...variant.answered }] : [],
  )

/**
 * Ends a check by the answers to its variants.
 * @throws Conclusion `fail` for one that shows the law broken, `insufficientEvidence` if none shows anything.
 */
function concludeLaw(
  { expected, symptom }: Pick<Law<Place>, 'expected' | 'symptom'>,
  named: readonly AnsweredVariant[],
  skipped: readonly Phrase[],
  mustAllBeClear = false,
  further: readonly AnsweredVariant[] = [],
): Phrase {
  const [broken, alike] = [findBroken(named), findBroken(further)]
  const [first, ...others] = broken
  // The answers to the other requests at this place belong to the failure.
  const share = named.length > 1 ? phrase`${broken.length} of ${named.length} requests, ` : phrase``
  const kept = named.filter(({ answered }) => answered === 'kept').map(({ what }) => what)
  if (first) {
    const right = [...further, ...named].filter(({ answered }) => answered === 'kept')
    // The request with the fewest traits shows the mistake best.
    const [simplest] = [first, ...alike].toSorted((left, right) => countTraits(left) - countTraits(right))
    const told = broken.length > mostAnswers ? broken.slice(0, fewAnswers) : broken
    const answers = told.map(({ what, got, fact }) => phrase`for ${what}: ${got ?? factAnswerPhrase(fact)}`)
    const condition = findCondition([...broken, ...alike].map(traitsOf), right.map(traitsOf))
    const names = condition?.names ?? distinctTraits([...broken, ...alike], right)
    fail({
      expected,
      got: phrase`${share}${{ list: answers, between: '; ' }}${broken.length > told.length ? phrase`; and ${broken.length - told.length} more` : ''}`,
      fact: { ...simplest!.fact, ...otherExchanges(others.map(({ fact }) => fact.at)) },
      condition: condition ? conditionPhrase(condition, 'request') : shareOf(broken, named.length, names),
      ...contrast([
        ...nearestRight(right, traitsOf(first), names).map(({ what }): Neighbour => [what, true]),
        ...alike.map(({ what }): Neighbour => [what, false]),
      ]),
      symptom: symptom?.(right.length > 0),
      ...(condition && first.wordsUnder?.(condition)),
      ...first.words,
    })
  }
  const unclear = named.flatMap(({ what, answered }) =>
    answered !== 'kept' && 'cause' in answered ? [{ ...answered, remark: phrase`${what}: ${answered.remark}` }] : [],
  )
  const remarks = [...unclear.map(({ remark }) => remark), ...skipped]
  if ((kept.length === 0 || mustAllBeClear) && unclear[0])
    insufficient(unclear[0].cause, phrase`${{ list: remarks, between: '; ' }}`, ...unclear.map(({ at }) => at))
  const done = phrase`${{ list: kept, between: '; ' }}`
  return remarks.length > 0 ? phrase`${done}; not at ${{ list: remarks, between: '; ' }}` : done
}
