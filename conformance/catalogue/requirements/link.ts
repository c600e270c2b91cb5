/** The Link header (clause 4.10). */
export const linkRequirements = [
  {
    id: 'link.both-entries',
    clause: '4.10',
    kind: 'stated',
    statement: 'A paginated response has a Link header with rel=previous and rel=next, even if those pages are empty.',
    profiles: ['legacy', 'read-only'],
    advice: {
      cause: 'Libraries leave out the entry of an empty page, or name it prev.',
      remedy: 'Send rel=previous and rel=next with every page, including the first, the last and empty ones.',
    },
  },
  {
    id: 'link.results',
    clause: '4.10',
    kind: 'stated',
    statement: 'Each entry has results=true if that page has results and results=false if it has none.',
    profiles: ['legacy', 'read-only'],
    advice: {
      cause: 'The attribute is left out, or has the same value on every page.',
      remedy: 'Check whether the page of an entry has records, and send results=true or results=false.',
    },
  },
  {
    id: 'link.cursor',
    clause: '4.10',
    kind: 'stated',
    statement: 'Each entry has a cursor attribute, and its URL carries cursor=<value>.',
    profiles: ['legacy', 'read-only'],
    advice: {
      cause: 'The attribute is left out, or has the cursor of this page.',
      remedy: 'Send the same cursor in the URL and in the attribute of an entry.',
    },
  },
  {
    id: 'link.cursor-format',
    clause: '4.10',
    kind: 'stated',
    statement: 'A cursor is three colon-separated values: identifier, row offset, is_prev (1 or 0).',
    profiles: ['legacy', 'read-only'],
    advice: {
      cause: 'Cursors are opaque strings or page numbers.',
      remedy: 'Send identifier, row offset and is_prev, separated by colons.',
    },
  },
  {
    id: 'link.next',
    clause: '4.10',
    kind: 'stated',
    statement: 'Requesting the rel=next URL continues the list.',
    profiles: ['legacy', 'read-only'],
    advice: {
      cause: 'The URL is built from another route, or the cursor is ignored.',
      remedy: 'Build the URL from that of the request, and begin the page at the offset of the cursor.',
    },
  },
  {
    id: 'link.complete',
    clause: '4.10',
    kind: 'stated',
    statement: 'Following rel=next until results=false visits each record once.',
    profiles: ['legacy', 'read-only'],
    advice: {
      cause: 'The offset is off by one, or the last page is announced one page early or never.',
      remedy: 'Begin each page where the previous one ended, and send results=false when no records follow.',
    },
  },
  {
    id: 'link.offset',
    clause: '4.10',
    kind: 'stated',
    statement: 'When the next cursor is requested, its offset grows by the page size.',
    profiles: ['legacy', 'read-only'],
    advice: {
      cause: 'The cursor counts pages, or the page lacks a record that its offset counts.',
      remedy: 'Increase the offset of rel=next by the number of records on the page.',
    },
  },
  {
    id: 'link.previous',
    clause: '4.10',
    kind: 'stated',
    statement: 'The rel=previous entry leads back.',
    profiles: ['legacy', 'read-only'],
    advice: {
      cause: 'The cursor of rel=previous is that of this page, or leads two pages back.',
      remedy: 'Link to the records right before this page.',
    },
  },
  {
    id: 'link.polling',
    clause: '4.10',
    kind: 'stated',
    statement: 'The cursors of empty pages let a client poll for new data.',
    profiles: ['legacy'],
    advice: {
      cause: 'Pages are cached, or the cursor remembers the end of the list.',
      remedy: 'Let the cursor of an empty page return records that were created later.',
    },
  },
  { id: 'link.identifier', clause: '4.10', kind: 'example', statement: 'The cursor identifier is usually 0.' },
  { id: 'link.previous-example', clause: '4.10', kind: 'example', statement: 'The previous entry is 0:0:1.' },
] as const
