// The size of pages (clauses 4.6 and 8).
import { phrase } from '../../../conclusions/phrase.ts'
import { filterNames, type ListRequest, listRequests } from '../../evidence/pages.ts'
import { type ClientCheck, defineClientCheck, during, neverDone, type WireRun } from '../define-client-check.ts'
import { queryText } from '../query-text.ts'
import { judgeLists, nothings, parameterFact } from './filters.ts'

/** Names that other services have for the same. */
const otherNames = new Set(
  'per_page perPage per-page page_size pageSize page-size pagesize page[size] max_results maxResults count size'.split(
    ' ',
  ),
)

/**
 * Returns true if a request asks for a page size by another name: a usual one, or any whose value is the wanted size.
 */
function isMisnamed({ query }: ListRequest, { task, input }: WireRun): boolean {
  const wanted = task === undefined ? undefined : input?.['pageSize']
  const isFree = (name: string) => !(filterNames as readonly string[]).includes(name)
  return [...query].some(
    ([name, value]) => otherNames.has(name) || (wanted !== undefined && value === String(wanted) && isFree(name)),
  )
}

/** A page size has no other name than `limit`. */
export const limitParameter: ClientCheck = defineClientCheck({
  id: 'client.limit-parameter',
  requirement: 'client.limit-parameter',
  trap: 'The client asks for pages of a size.',
  concerns: during('walk-products'),
  judge: (run) =>
    judgeLists(
      run,
      phrase`No page size was asked for`,
      (list) => list.query.has('limit') || isMisnamed(list, run),
      (list) =>
        list.query.has('limit')
          ? undefined
          : {
              expected: phrase`limit=<number>`,
              got: queryText(list.request),
              fact: parameterFact(list, ['limit'], 'missing'),
            },
    ),
})

/** The page size goes into `limit`. */
export const pageSize: ClientCheck = defineClientCheck({
  id: 'client.page-size',
  requirement: 'client.page-size',
  consequenceOf: ['client.limit-parameter'],
  trap: 'The client walks with a page size that was asked for.',
  concerns: ({ task, input }) =>
    task === undefined || (task === 'walk-products' && (!input || input['pageSize'] !== undefined)),
  judge(run) {
    const wanted = run.task === undefined ? undefined : String(run.input?.['pageSize'])
    return judgeLists(
      run,
      phrase`No page size was asked for`,
      ({ query }) => wanted !== undefined || query.has('limit'),
      (list) => {
        const sent = list.query.get('limit')
        const isRight = wanted === undefined ? !nothings.has(sent ?? '') && sent !== '' : sent === wanted
        return isRight
          ? undefined
          : {
              expected: phrase`limit=${wanted ?? phrase`<number>`}`,
              got: queryText(list.request),
              fact: parameterFact(list, ['limit'], sent === null ? 'missing' : 'value'),
            }
      },
    )
  },
})

/** Which page size a client chooses for itself. */
export const chosenLimit: ClientCheck = defineClientCheck({
  id: 'client.own-limit',
  requirement: 'client.own-limit',
  trap: 'The client lists without a page size that was asked for.',
  concerns: during('walk-products', 'walk-products-back', 'list-environments'),
  judge(run) {
    const lists = run.input?.['pageSize'] === undefined ? listRequests(run) : []
    if (lists.length === 0) return neverDone(phrase`No list was asked for without a page size`)
    const limits = new Set(lists.map(({ query }) => query.get('limit') ?? 'none'))
    return {
      kind: 'observed',
      remark: phrase`The client sends limit: ${{ list: [...limits] }}.`,
      evidence: lists.slice(0, 1).map(({ request }) => request),
    }
  },
})
