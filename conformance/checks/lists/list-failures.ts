// The failures that wrong pages show, by requirement, with the similar pages that are wrong too and those that are right.
import type { RequirementId } from '../../catalogue/requirements.ts'
import { type Failure, unlessConcluded } from '../../conclusions/conclusion.ts'
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import { isPaging } from './list-model.ts'
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
  const at = (verdict: boolean | undefined): readonly Phrase[] => {
    const alike = judges.filter((other) => verdicts.has(other) && verdicts.get(other) === verdict)
    // A list without these filters cannot be asked.
    const list = alike
      .filter(
        ({ model }) =>
          verdict !== undefined ||
          (model.limits.length > 0 && names.every((name) => isPaging(name) || model.filter(name))),
      )
      .map(({ model }) => model.list.address)
    const rest = list.length - mostLists
    const tried = verdict === undefined ? phrase`not tried ` : ''
    return list.length === 0
      ? []
      : [
          phrase`${tried}at ${{ list: list.slice(0, mostLists), between: ' and ' }}${rest > 0 ? phrase` and ${rest} more` : ''}`,
        ]
  }
  const pages = (list: readonly Phrase[]) =>
    list.length === 0 ? undefined : phrase`${{ list, between: '; ' as const }}`
  const passed = [...right, ...at(false)]
  const beside = passed.length === 0 ? undefined : pages([...passed, ...at(undefined)])
  const alike = pages([...wrong, ...at(true)])
  // The list without the filter is wrong, not the page that shows it.
  if (mismatch.requirement === 'filters.absent' && mismatch.kind === 'unknown')
    return { ...mismatch.failure, beside, alike }
  const { remedy: knownRemedy } = mismatch.failure
  const both = knownRemedy && remedy ? phrase`${knownRemedy} ${remedy}` : (knownRemedy ?? remedy)
  return { ...mismatch.failure, beside, alike, condition, remedy: both }
}
