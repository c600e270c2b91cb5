// The failures that wrong pages show, by requirement, with the similar pages that are wrong too and those that are right.
import type { RequirementId } from '../../catalogue/requirements.ts'
import { type Failure, unlessConcluded } from '../../conclusions/conclusion.ts'
import { andList, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { type Mismatch, type PageJudge } from './wrong-pages.ts'

const countParameters = ({ query }: Mismatch): number => Object.keys(query).length

/**
 * The failure of each requirement that wrong pages break, by the simplest of them.
 * @param narrows Requests similar pages to narrow it down.
 */
export async function listFailures(
  judges: readonly PageJudge[],
  narrows: boolean,
): Promise<ReadonlyMap<RequirementId, Failure>> {
  const failures = new Map<RequirementId, Failure>()
  const wrong = judges
    .flatMap((judge) => judge.mismatches.map((mismatch) => ({ judge, mismatch })))
    .toSorted((left, right) => countParameters(left.mismatch) - countParameters(right.mismatch))
  for (const { judge, mismatch } of wrong) {
    if (failures.has(mismatch.requirement)) continue
    const failure = narrows ? await unlessConcluded(narrowed(judge, mismatch, judges)) : undefined
    failures.set(mismatch.requirement, failure ?? mismatch.failure)
  }
  return failures
}

/** The most lists that are named. */
const mostLists = 3

/** The failure of a list, with similar pages of this list and of the others. */
async function narrowed(judge: PageJudge, mismatch: Mismatch, judges: readonly PageJudge[]): Promise<Failure> {
  const { right, wrong, condition, remedy } = await judge.narrow(mismatch)
  const names = Object.keys(mismatch.query)
  const isAlike = ({ requirement, query }: Mismatch): boolean =>
    requirement === mismatch.requirement && Object.keys(query).every((name) => names.includes(name))
  const verdicts = new Map<PageJudge, boolean | undefined>()
  for (const other of judges)
    if (other !== judge)
      verdicts.set(other, other.mismatches.some(isAlike) || (await other.showsAlike(judge, mismatch)))
  const at = (verdict: boolean): readonly Phrase[] => {
    const alike = judges.filter((other) => verdicts.get(other) === verdict).map(({ model }) => model.list.address)
    return alike.length === 0 ? [] : [phrase`at ${andList(alike, mostLists)}`]
  }
  const pages = (list: readonly Phrase[]) =>
    list.length === 0 ? undefined : phrase`${{ list, between: '; ' as const }}`
  const beside = pages([...right, ...at(false)])
  const alike = pages([...wrong, ...at(true)])
  // The list without the filter is wrong, not the page that shows it.
  if (mismatch.kind === 'unknown' && (mismatch.requirement === 'filters.absent' || mismatch.failure.condition))
    return { beside, alike, ...mismatch.failure }
  const { remedy: knownRemedy } = mismatch.failure
  const both = knownRemedy && remedy ? phrase`${knownRemedy} ${remedy}` : (knownRemedy ?? remedy)
  return { ...mismatch.failure, beside, alike, condition, remedy: both }
}
