import { parseSearch } from '../http/read-parameters.ts'
import type { Operation } from '../intercept.ts'
import { defineScenario, goesOn, once, replaced, type Scenario } from './scenario.ts'

const isLegacyList = ({ endpoint }: Operation): boolean => endpoint.answer.kind === 'legacyList'

export const linkPreviousFirst: Scenario = defineScenario({
  name: 'link-previous-first', clause: '4.10',
  description: 'On page one of a legacy list the entry rel="previous" with results="false" stands before rel="next" with results="true", and each entry has its attributes in another order than usual: results before rel.',
  begin: () => async (operation, next) => {
    const response = await next()
    const link = isLegacyList(operation) ? response.headers.get('link') : null
    if (link === null) return response
    const entries = link.split(', ').map((entry) => entry.replace(/; (rel="\w+"); (results="\w+"); (cursor="[^"]*")$/, '; $2; $3; $1'))
    const headers = new Headers(response.headers)
    headers.set('Link', entries.toSorted((left) => (left.includes('rel="previous"') ? -1 : 1)).join(', '))
    return new Response(response.body, { status: response.status, headers })
  },
})

/** The identifier of a cursor is an integer and "usually 0": this one tells the second request for a page from the first. */
const afterEmptyPage = '1'

export const emptyPageMidWalk: Scenario = defineScenario({
  name: 'empty-page-mid-walk', clause: '4.10',
  description: 'The second page of the first legacy list that is walked is empty, and its next entry has results="true": the walk goes on behind it.',
  begin: () => once((operation) => isLegacyList(operation) && goesOn(operation) && isForward(operation), async (operation, next) => {
    const response = await next()
    const link = response.headers.get('link')
    if (!response.ok || link === null) return response
    const [identifier, ...rest] = cursorOf(operation).split(':')
    const here = `${identifier === afterEmptyPage ? '2' : afterEmptyPage}:${rest.join(':')}`
    const entries = link.split(', ').map((entry) => (entry.includes('rel="next"') ? entry.replace(/cursor=[^">&]*>/, `cursor=${here}>`).replace(/results="\w+"/, 'results="true"').replace(/cursor="[^"]*"/, `cursor="${here}"`) : entry))
    return replaced(response, operation.dialect.legacyList([]), { Link: entries.join(', ') })
  }),
})

function cursorOf({ scope }: Operation): string {
  return parseSearch(scope.search).get('cursor')?.[0] ?? ''
}

function isForward(operation: Operation): boolean {
  return cursorOf(operation).endsWith(':0')
}
