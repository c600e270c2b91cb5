import { because } from '../../conclusions/cause.ts'
import { fail, notApplicable } from '../../conclusions/conclusion.ts'
import { type Exchange, toEvidence } from '../../conclusions/exchange.ts'
import { json, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import { ListPlaces } from '../../reading/documented-answers.ts'
import { idOf } from '../../reading/find-list.ts'
import { bareOf } from '../../reading/id-forms.ts'
import { memberText, stringFilters } from '../lists/record-filters.ts'
import { quotedQuery } from './filters-checks.ts'
import { hasSuccessStatus } from '../../reading/success.ts'

/** A record on a page that was asked for with another value of a string filter. */
interface StrayRecord {
  readonly id: string
  readonly filter: string
  readonly wanted: string
  readonly value: string
  readonly at: Exchange
}

/** A page that was asked for with a value of a string filter, and has no stray record. */
interface RightPage {
  readonly filter: string
  readonly wanted: string
  /** The names of its other parameters. */
  readonly others: readonly string[]
}

/** Reads the pages of the products for records that a string filter should have kept out. */
class StrayRecords {
  readonly found: StrayRecord[] = []
  readonly right: RightPage[] = []
  pages = 0
  readonly #places = new ListPlaces()

  record(exchange: Exchange): void {
    const { operation, url, method } = exchange.request
    if (method !== 'GET' || operation !== 'products.list' || !hasSuccessStatus(exchange)) return
    const answered = this.#places.read(exchange)
    if (!answered?.list) return
    const { searchParams } = new URL(url)
    for (const filter of stringFilters) {
      // Whether a filter without a value counts as absent is not stated, nor what one that is there twice means.
      const [wanted = '', ...others] = searchParams.getAll(filter)
      if (wanted === '' || others.length > 0) continue
      const before = this.found.length
      const values = answered.records.flatMap((record) => {
        const value = memberText(record, filter)
        return value === undefined ? [] : [{ id: bareOf(idOf(record) ?? ''), value }]
      })
      if (values.length > 0) this.pages += 1
      for (const { id, value } of values)
        if (value !== wanted) this.found.push({ id, filter, wanted, value, at: toEvidence(exchange) })
      const names = [...searchParams.keys()].filter((name) => name !== filter)
      if (this.found.length === before) this.right.push({ filter, wanted, others: names })
    }
  }

  /** The stray record of the simplest request. */
  get nearest(): StrayRecord | undefined {
    return this.found.toSorted((left, right) => queryOf(left.at).length - queryOf(right.at).length)[0]
  }

  /** The simplest page that is right for the same value; undefined where none is. */
  rightPage({ filter, wanted }: StrayRecord): RightPage | undefined {
    return this.right
      .filter((page) => page.filter === filter && page.wanted === wanted)
      .toSorted((left, right) => left.others.length - right.others.length)[0]
  }
}

const queryOf = ({ request }: Exchange): readonly (readonly [string, string])[] => [
  ...new URL(request.url).searchParams,
]

/** Completes what is wrong by a page that is right for the same value; empty where none is known. */
function unlikeThat(right: RightPage | undefined): Phrase | '' {
  if (!right) return ''
  const { others } = right
  return others.length === 0
    ? phrase`; without other parameters the answer is right`
    : phrase`; with ${{ list: others, between: ' and ' }} the answer is right`
}

/** Every page of a string filter that a run asks for (clause 4.5). */
export const watchedFiltersChecks: readonly Check[] = [
  defineCheck({
    id: 'filters.exact.pages',
    reads: [
      'filters.exact.value',
      'filters.exact.partial',
      'filters.exact.pattern',
      'filters.exact.list',
      'filters.exact.case',
      'filters.paged.strings',
    ],
    mayRepeat: true,
    description:
      'Reads every page of the products that was asked for with a brand or a category: no record on it shows another one. Pages before a cursor are asked for with values near one that records show.',
    observe() {
      const strays = new StrayRecords()
      const evidence: Exchange[] = []
      return {
        evidence,
        record: (exchange) => strays.record(exchange),
        conclude() {
          const stray = strays.nearest
          if (stray) {
            const { id, filter, wanted, value, at } = stray
            evidence.push(at)
            fail({
              expected: phrase`only records whose ${filter} is exactly ${json(wanted)} for ${quotedQuery(Object.fromEntries(queryOf(at)))}`,
              got: phrase`${id}, whose ${filter} is ${json(value)}${unlikeThat(strays.rightPage(stray))}`,
              fact: { kind: 'present', ids: [id], members: [filter], at },
            })
          }
          if (strays.pages === 0)
            notApplicable(because.data, phrase`no page with a brand or a category shows a record of it`)
          return { remark: phrase`${strays.pages} pages` }
        },
      }
    },
  }),
]
