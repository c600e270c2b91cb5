// Judges the pages of every list by a model of the list: the fewest parameters that reproduce a wrong page determine
// the requirement.
import type { CheckId } from '../../catalogue/check-ids.ts'
import { type RequirementId, decidedRequirement } from '../../catalogue/requirements.ts'
import { because, see, undeclared } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { countPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { ActiveCheck, DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { createdChecks } from './created-checks.ts'
import { enumRefusalChecks } from './enum-refusals.ts'
import { type JudgedList, judgedLists, type Judgement } from './judged-lists.ts'
import { isProducts } from './list-filters.ts'
import { walkBoundPhrase } from './walked-list.ts'

/** Ends a check about one requirement by the judgement of all lists. */
async function concludeList(session: Session, requirement: RequirementId): Promise<Phrase> {
  const judgement = await judgedLists(session)
  const { lists } = judgement
  const failure = judgement.failures.get(requirement)
  if (failure) fail(failure)
  if (judgement.isRepeated && lists.some(({ model }) => model.list.ids.length === 0))
    insufficient(because.changed, phrase`too many records are created while this is looked at`)
  if (judgement.isRepeated) return phrase`what was wrong at first is right`
  // A list without records shows nothing.
  const proven = lists.filter(({ proven: pages, model }) => pages.has(requirement) && model.list.ids.length > 0)
  if (requirement === 'cursors.complete') assertEnd(judgement)
  if (proven.length > 0) return phrase`${{ list: proven.map((list) => judgedPages(list, requirement)), between: '; ' }}`
  const other = lists.find((list) => list.hidden.has(requirement) && list.judge.mismatches.length > 0)
  const [mismatch] = other?.judge.mismatches ?? []
  if (mismatch)
    blocked(
      see(mismatch.requirement),
      phrase`the pages that would show it are wrong for another reason (see ${mismatch.requirement})`,
    )
  const end = judgement.ended.find(({ cause }) => cause?.kind !== 'absent' && cause?.kind !== 'refused')
  if (end) throw end
  if (lists.some(({ busy }) => busy.has(requirement)))
    insufficient(because.changed, phrase`too many records are created while this is looked at`)
  return openness[requirement]?.(judgement) ?? insufficient(because.data, phrase`the records of no list show it`)
}

/** @throws Conclusion `insufficientEvidence` if the walk of the main list was bounded. */
function assertEnd({ lists, main }: Judgement): void {
  const walked = lists.find(({ model: { list } }) => list.address === main?.address)?.model.list
  const bound = walked && walkBoundPhrase(walked)
  if (bound) insufficient(because.limit, phrase`the end of the list was not reached: ${bound}`, walked.walk.last)
}

function judgedPages({ model: { list }, proven }: JudgedList, requirement: RequirementId): Phrase {
  const count = phrase`${list.address}: ${countPhrase(proven.get(requirement)!, 'page')}`
  const bound = walkBoundPhrase(list)
  return bound ? phrase`${count}, ${bound}` : count
}

/** Explains why nothing showed how cursors or limits work. */
function openPaging({ whyNoMain, main, ended }: Judgement): never {
  if (whyNoMain) throw whyNoMain
  const [end] = ended
  if (end) throw end
  return insufficient(
    because.data,
    phrase`${main!.address} shows ${countPhrase(main!.ids.length, 'record')}, which is too few`,
  )
}

function openSearch({ lists }: Judgement): never {
  if (lists.every(({ search }) => !search.isTaken))
    notApplicable(because.absent, phrase`no documented list takes search`)
  return insufficient(
    because.data,
    phrase`no record is found by its name, title, description or brand: which fields search looks at is unknown, or they have no words that tell`,
  )
}

function openStrings({ lists }: Judgement): never {
  const products = lists.find(({ model }) => isProducts(model.list.path))
  if ((products?.ignoredFilters.length ?? 0) > 1)
    notApplicable(because.absent, phrase`the products take neither brand nor category`)
  return insufficient(
    because.data,
    phrase`the products show neither brand nor category; it takes records that show them, with several values of each`,
  )
}

function openPairs({ lists }: Judgement): never {
  if (lists.every(({ model }) => model.filters.length < 2))
    notApplicable(because.absent, phrase`no list takes two filters, as far as its records show`)
  return insufficient(
    because.data,
    phrase`no two filters of a list distinguish AND from a single filter; that takes records that differ in each`,
  )
}

function openEnums({ lists }: Judgement): never {
  const filters = lists.flatMap(({ model }) => model.filters.filter(({ kind }) => kind === 'enum'))
  if (filters.every(({ listed = [] }) => listed.length === 0))
    insufficient(
      undeclared('enumFilters'),
      phrase`no value of an enum filter was accepted; declare enumFilters with its values`,
    )
  return insufficient(
    because.data,
    phrase`no list with an enum filter differs from the list without it; it takes records with several values`,
  )
}

/** Explains, by requirement, why it could not be decided if no page tests it. */
const openness: Readonly<Partial<Record<RequirementId, (judgement: Judgement) => never>>> = {
  'cursors.limit': openPaging,
  'cursors.newest-first': openPaging,
  'cursors.starting-after': openPaging,
  'cursors.ending-before': openPaging,
  'cursors.complete': openPaging,
  'filters.exact': openStrings,
  'filters.search-case': openSearch,
  'filters.search-partial': openSearch,
  'filters.and': openPairs,
  'filters.enum-filters': openEnums,
}

/** The checks of pages, with descriptions of their queries. */
const pageChecks: readonly Pick<ActiveCheck, 'id' | 'needs' | 'description'>[] = [
  {
    id: 'filters.exact.pages',
    needs: ['bearer', 'catalogId'],
    description:
      'GETs the products with brands and categories that they show, one at a time, in pairs and with every other parameter, and with similar values (parts, other cases, patterns, spaces, lists, accents, letters that fold alike, encodings and other digits of a number): exactly the records of that value are returned.',
  },
  {
    id: 'filters.absent.pages',
    description:
      'GETs lists with each filter and without: each record of a filtered page is in the list without the filter, with any other parameters.',
  },
  {
    id: 'filters.and.pages',
    description:
      'GETs lists with every pair of filters and with all of them, with and without every paging parameter: the records that match all of them are returned.',
  },
  {
    id: 'filters.search-case.pages',
    description:
      'GETs lists that take search with parts and words of names in another case, by themselves and on pages after and before a cursor: the same records are returned.',
  },
  {
    id: 'filters.search-partial.pages',
    description:
      'GETs lists that take search with parts of the words of names, and with texts that no record has, by themselves and on pages after and before a cursor: the records that contain the text are returned, and no others.',
  },
  {
    id: 'filters.enum-filters.pages',
    description:
      'GETs lists with each listed value of an enum filter, by itself and with every other parameter: each is accepted, and each list contains only the records of its value.',
  },
  {
    id: 'filters.paged.pages',
    description:
      'GETs lists with each filter and limit, starting_after or ending_before: the pages contain the matching records, as many as limit says.',
  },
  {
    id: 'products.list.pages',
    needs: ['bearer', 'catalogId'],
    description: 'GETs the products with filters: every returned record is in the list without filters.',
  },
  {
    id: 'cursors.limit.pages',
    description:
      'GETs lists with limits of every size, by themselves, after and before a cursor and with filters: each page has that many records, if there are enough.',
  },
  {
    id: 'cursors.newest-first.pages',
    description: 'GETs pages of lists in every way: the ids fall from each record to the next.',
  },
  {
    id: 'cursors.starting-after.pages',
    description:
      'GETs lists with starting_after set to their first and last records and to one in the middle, by itself, with limit and with filters: the records right after it are returned, without it.',
  },
  {
    id: 'cursors.ending-before.pages',
    description:
      'GETs lists with ending_before set to their first and last records and to one in the middle, by itself, with limit and with filters: the records right before it are returned, without it, in either order.',
  },
  {
    id: 'cursors.complete.pages',
    description:
      'Walks lists in large pages, and GETs their ends and the boundaries of pages with other limits: each record is returned once, and none after the last.',
  },
]

/** The ids of the checks that conclude from the judgement of all lists. */
export const judgedListChecks: ReadonlySet<string> = new Set([...pageChecks, ...enumRefusalChecks].map(({ id }) => id))

/** Lists, their filters and their pages (clauses 4.4 to 4.6). */
export const listLaws: readonly DeclaredCheck[] = [
  ...pageChecks.map((check): DeclaredCheck => ({
    effect: 'read',
    needs: ['bearer'],
    after: ['versions.current.path'],
    mayRepeat: true,
    ...check,
    run: (session) => concludeList(session, decidedRequirement(check.id as CheckId)),
  })),
  ...enumRefusalChecks,
  ...createdChecks,
]
