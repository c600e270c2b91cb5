// The pages of the legacy lists on which a law may be broken.
import { isEmptyPage, isFirst, type LinkedPage, pageSize } from '../../../emulator/disturb/deviations/groups/link.ts'
import { isLast } from '../../faults/wrappers.ts'

/** The names of the kinds of pages. */
export const pageNames = [
  'first',
  'second',
  'middle',
  'last',
  'behind',
  'back',
  'bare',
  'of-an-api-key',
  'second-of-an-api-key',
  'every',
] as const

/** The name of a kind of pages. */
export type Page = (typeof pageNames)[number]

/** The pages of a walk, and who walks. */
export const pages: Readonly<Record<Page, { readonly says: string; readonly isMeant: (page: LinkedPage) => boolean }>> =
  {
    first: { says: 'on the first page', isMeant: isFirst },
    second: { says: 'on the second page', isMeant: (page) => isOnward(page) && page.offset === pageSize(page) },
    middle: {
      says: 'on the third page and later ones',
      isMeant: (page) => isOnward(page) && page.offset > pageSize(page) && !isEmptyPage(page),
    },
    last: { says: 'on the last page', isMeant: isLast },
    behind: { says: 'on the empty page behind the last', isMeant: (page) => isEmptyPage(page) && !isFirst(page) },
    back: { says: 'on pages that rel=previous leads to', isMeant: (page) => requestedCursor(page).endsWith(':1') },
    bare: {
      says: 'where the id in the path is bare',
      isMeant: ({ intercepted }) => /^[0-9A-Za-z]{27}$/.test(intercepted.id),
    },
    'of-an-api-key': {
      says: 'on all pages for an API key',
      isMeant: ({ intercepted }) => /^basic /i.test(intercepted.authorization),
    },
    'second-of-an-api-key': {
      says: 'on the second page for an API key',
      isMeant: (page) => /^basic /i.test(page.intercepted.authorization) && !isFirst(page),
    },
    every: { says: 'on every page', isMeant: () => true },
  }

/** The words for a kind of pages. */
export const saysPage = (page: Page): string => pages[page].says

/** The cursor by which a page was requested; empty for the first. */
export function requestedCursor({ intercepted }: LinkedPage): string {
  return intercepted.query.get('cursor') ?? ''
}

/** Returns true for a page that rel=next leads to. */
export function isOnward(page: LinkedPage): boolean {
  return requestedCursor(page).endsWith(':0')
}
