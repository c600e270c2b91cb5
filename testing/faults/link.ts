import { editBoth, rewriteCursors, endEarly, movePrevious } from '../../emulator/disturb/deviations/groups/link.ts'
import { linkLists } from '../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/deviation.ts'
import { around, mapQuery } from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { type Violation, violations } from './violations.ts'

/** Takes the cursor by another parameter than `cursor`. */
const renameCursor = (name: string): FetchWrapper =>
  around(
    editBoth(linkLists, ({ url }) => ({ url: url.replace('cursor=', `${name}=`) })),
    mapQuery(linkLists, (query) => {
      const cursor = query.get(name)
      return cursor === null ? {} : { [name]: undefined, cursor }
    }),
  )

/** Violations of clause 4.10. */
export const linkFaults: readonly Violation[] = [
  ...violations('link.cursor.attribute', {
    'link-cursor-by-another-parameter': ['The URLs carry the cursor as after=<value>.', renameCursor('after')],
  }),
  ...violations('link.offset.grows', {
    'link-offset-does-not-grow': [
      'The identifier of the cursor counts rows, not the offset.',
      rewriteCursors(
        (cursor) => cursor.replace(/^\d+:(\d+)/, '$1:100'),
        (cursor) => cursor.replace(/^(\d+):\d+/, '0:$1'),
      ),
    ],
  }),
  ...violations('link.previous.leads-back', {
    'link-previous-leads-on': [
      'rel=previous leads to the page that follows.',
      movePrevious(({ offset }, size) => offset + size),
    ],
  }),
  ...violations('link.complete.no-group-left', {
    'link-walk-of-groups-ends-early': [
      'rel=next of the groups has results=false although it leads to the last page.',
      endEarly('legacy.groups.list'),
    ],
  }),
]
