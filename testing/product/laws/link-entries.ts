import {
  editBoth,
  editNext,
  editPrevious,
  type LinkedPage,
  type LinkEntry,
  pageSize,
  replaceLinkCursor,
} from '../../../emulator/disturb/deviations/groups/link.ts'
import { type Fault, lawFaults } from '../law.ts'
import { linkLists } from '../places.ts'
import { type Page, pageNames, pages, saysPage } from './linked-pages.ts'

type Entries = 'next' | 'previous' | 'both'

const editors = { next: editNext, previous: editPrevious, both: editBoth } as const

interface EntryLaw {
  readonly id: string
  readonly requirement: Fault['requirement']
  readonly breaks: string
  readonly entries: Entries
  readonly edit: Parameters<typeof editNext>[1]
  /** The pages on which it breaks something. Default: all. */
  readonly on?: readonly Page[]
}

const entryLaws: readonly EntryLaw[] = [
  {
    id: 'next-is-there',
    requirement: 'link.both-entries',
    breaks: 'The entry rel=next is missing.',
    entries: 'next',
    edit: undefined,
  },
  {
    id: 'previous-is-there',
    requirement: 'link.both-entries',
    breaks: 'The entry rel=previous is missing.',
    entries: 'previous',
    edit: undefined,
  },
  {
    id: 'link-is-there',
    requirement: 'link.both-entries',
    breaks: 'The Link header is missing.',
    entries: 'both',
    edit: undefined,
  },
  {
    id: 'results-are-there',
    requirement: 'link.results',
    breaks: 'The entries have no attribute results.',
    entries: 'both',
    edit: { results: undefined },
  },
  {
    id: 'results-of-next-are-there',
    requirement: 'link.results',
    breaks: 'rel=next has no attribute results.',
    entries: 'next',
    edit: { results: undefined },
  },
  {
    id: 'results-of-previous-are-there',
    requirement: 'link.results',
    breaks: 'rel=previous has no attribute results.',
    entries: 'previous',
    edit: { results: undefined },
  },
  {
    id: 'results-are-words',
    requirement: 'link.results',
    breaks: 'results is 1 or 0.',
    entries: 'both',
    edit: ({ results }: LinkEntry) => ({ results: results === 'true' ? '1' : '0' }),
  },
  {
    id: 'results-are-true-or-false',
    requirement: 'link.results',
    breaks: 'results is yes or no.',
    entries: 'both',
    edit: ({ results }: LinkEntry) => ({ results: results === 'true' ? 'yes' : 'no' }),
  },
  {
    id: 'results-of-next-are-right',
    requirement: 'link.results',
    breaks: 'results of rel=next is the opposite.',
    entries: 'next',
    edit: ({ results }: LinkEntry) => ({ results: results === 'true' ? 'false' : 'true' }),
  },
  {
    id: 'results-of-previous-are-right',
    requirement: 'link.results',
    breaks: 'results of rel=previous is the opposite.',
    entries: 'previous',
    edit: ({ results }: LinkEntry) => ({ results: results === 'true' ? 'false' : 'true' }),
  },
  {
    id: 'cursor-attribute-is-there',
    requirement: 'link.cursor',
    breaks: 'The entries have no attribute cursor.',
    entries: 'both',
    edit: { cursor: undefined },
  },
  {
    id: 'cursor-attribute-of-next-is-there',
    requirement: 'link.cursor',
    breaks: 'rel=next has no attribute cursor.',
    entries: 'next',
    edit: { cursor: undefined },
  },
  {
    id: 'cursor-attribute-of-previous-is-there',
    requirement: 'link.cursor',
    breaks: 'rel=previous has no attribute cursor.',
    entries: 'previous',
    edit: { cursor: undefined },
  },
  {
    id: 'cursor-attribute-is-that-of-the-url',
    requirement: 'link.cursor',
    breaks: 'The attribute cursor differs from the cursor of the URL.',
    entries: 'both',
    edit: ({ cursor }: LinkEntry) => ({
      cursor: cursor!.replace(/:(\d+):/, (_all, offset: string) => `:${Number(offset) + 1}:`),
    }),
  },
  {
    id: 'url-carries-the-cursor',
    requirement: 'link.cursor',
    breaks: 'The URL of rel=next has no cursor.',
    entries: 'next',
    edit: ({ url }: LinkEntry) => ({ url: url.replace(/[?&]cursor=[^&]*/, '') }),
  },
  {
    id: 'cursor-has-three-values',
    requirement: 'link.cursor-format',
    breaks: 'A cursor has two values.',
    entries: 'both',
    edit: (entry: LinkEntry) => replaceLinkCursor(entry, entry.cursor!.replace(/:\d$/, '')),
  },
  {
    id: 'cursor-has-not-four-values',
    requirement: 'link.cursor-format',
    breaks: 'A cursor has four values.',
    entries: 'both',
    edit: (entry: LinkEntry) => replaceLinkCursor(entry, `${entry.cursor}:0`),
  },
  {
    id: 'is-prev-is-one-or-zero',
    requirement: 'link.cursor-format',
    breaks: 'is_prev is in words.',
    entries: 'both',
    edit: (entry: LinkEntry) =>
      replaceLinkCursor(entry, entry.cursor!.replace(/:0$/, ':false').replace(/:1$/, ':true')),
  },
  {
    id: 'offset-is-an-integer',
    requirement: 'link.cursor-format',
    breaks: 'The offset has a fraction.',
    entries: 'both',
    edit: (entry: LinkEntry) => replaceLinkCursor(entry, entry.cursor!.replace(/:(\d+):/, ':$1.0:')),
  },
  {
    id: 'identifier-is-an-integer',
    requirement: 'link.cursor-format',
    breaks: 'The identifier of a cursor is a letter.',
    entries: 'both',
    edit: (entry: LinkEntry) => replaceLinkCursor(entry, entry.cursor!.replace(/^\d+/, 'a')),
  },
  {
    id: 'offset-grows-by-the-page',
    requirement: 'link.offset',
    breaks: 'The offset of rel=next is one too high.',
    entries: 'next',
    edit: (entry: LinkEntry) => replaceLinkCursor(entry, shiftCursor(entry, 1)),
    on: ['first', 'second', 'middle', 'bare', 'every'],
  },
  {
    id: 'offset-grows-by-no-less',
    requirement: 'link.offset',
    breaks: 'The offset of rel=next is one too low.',
    entries: 'next',
    edit: (entry: LinkEntry) => replaceLinkCursor(entry, shiftCursor(entry, -1)),
    on: ['first', 'second', 'middle', 'bare', 'every'],
  },
  {
    id: 'next-leads-on',
    requirement: 'link.next',
    breaks: 'rel=next leads to the page itself.',
    entries: 'next',
    edit: (entry: LinkEntry, { offset }: LinkedPage) => replaceLinkCursor(entry, `0:${offset}:0`),
    on: ['first', 'second', 'middle', 'back', 'bare', 'every'],
  },
  {
    id: 'next-leads-to-the-next-page',
    requirement: 'link.next',
    breaks: 'rel=next leaves out a page.',
    entries: 'next',
    edit: (entry: LinkEntry, page: LinkedPage) => replaceLinkCursor(entry, `0:${page.offset + 2 * pageSize(page)}:0`),
    on: ['first', 'second', 'back', 'bare', 'every'],
  },
  {
    id: 'next-leads-to-the-same-list',
    requirement: 'link.next',
    breaks: 'The URL of rel=next leads to the projects.',
    entries: 'next',
    edit: ({ url }: LinkEntry) => ({ url: url.replace(/\/0\/.*(?=\?)/, '/0/projects/') }),
  },
  {
    id: 'next-leads-into-the-list',
    requirement: 'link.next',
    breaks: 'The URL of rel=next lacks the object that the list is of.',
    entries: 'next',
    edit: ({ url }: LinkEntry) => ({ url: url.replace(/\/0\/.*\/(?=\w+\/\?)/, '/0/') }),
  },
  {
    id: 'previous-leads-back',
    requirement: 'link.previous',
    breaks: 'rel=previous leads to the page itself.',
    entries: 'previous',
    edit: (entry: LinkEntry, { offset }: LinkedPage) => replaceLinkCursor(entry, `0:${offset}:1`),
    on: ['second', 'middle', 'last', 'behind', 'bare'],
  },
  {
    id: 'previous-leads-to-the-page-before',
    requirement: 'link.previous',
    breaks: 'rel=previous leaves out a page.',
    entries: 'previous',
    edit: (entry: LinkEntry, page: LinkedPage) =>
      replaceLinkCursor(entry, `0:${Math.max(0, page.offset - 2 * pageSize(page))}:1`),
    on: ['middle', 'last', 'bare'],
  },
  {
    id: 'previous-leads-back-by-a-page',
    requirement: 'link.previous',
    breaks: 'rel=previous leads back by one record too few.',
    entries: 'previous',
    edit: (entry: LinkEntry, page: LinkedPage) =>
      replaceLinkCursor(entry, `0:${Math.max(0, page.offset - pageSize(page) + 1)}:1`),
    on: ['second', 'middle', 'last', 'bare'],
  },
]

function shiftCursor({ cursor }: LinkEntry, by: number): string {
  return cursor!.replace(/:(\d+):/, (_all, offset: string) => `:${Number(offset) + by}:`)
}

/** The entries of the Link header (clause 4.10). */
export const linkEntries: readonly Fault[] = entryLaws.flatMap(
  ({ id, requirement, breaks, entries: which, edit, on = pageNames }) =>
    lawFaults({
      id: `link-${id}`,
      requirement,
      breaks,
      places: linkLists,
      conditions: on,
      says: saysPage,
      fault: (place, page) => editors[which](place, edit, pages[page].isMeant),
    }),
)
