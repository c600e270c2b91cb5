/** The Link header (clause 4.10). */
export const linkRequirements = [
  {
    id: 'link.both-entries',
    clause: '4.10',
    kind: 'stated',
    statement: 'A paginated response has a Link header with rel=previous and rel=next, even if those pages are empty.',
  },
  {
    id: 'link.results',
    clause: '4.10',
    kind: 'stated',
    statement: 'Each entry has results=true if that page has results and results=false if it has none.',
  },
  {
    id: 'link.cursor',
    clause: '4.10',
    kind: 'stated',
    statement: 'Each entry has a cursor attribute, and its URL carries cursor=<value>.',
  },
  {
    id: 'link.cursor-format',
    clause: '4.10',
    kind: 'stated',
    statement: 'A cursor is three colon-separated values: identifier, row offset, is_prev (1 or 0).',
  },
  { id: 'link.next', clause: '4.10', kind: 'stated', statement: 'Requesting the rel=next URL continues the list.' },
  {
    id: 'link.complete',
    clause: '4.10',
    kind: 'stated',
    statement: 'Following rel=next until results=false visits each record once.',
  },
  {
    id: 'link.offset',
    clause: '4.10',
    kind: 'stated',
    statement: 'When the next cursor is requested, its offset grows by the page size.',
  },
  { id: 'link.previous', clause: '4.10', kind: 'stated', statement: 'The rel=previous entry leads back.' },
  {
    id: 'link.polling',
    clause: '4.10',
    kind: 'stated',
    statement: 'The cursors of empty pages let a client poll for new data.',
  },
  { id: 'link.identifier', clause: '4.10', kind: 'example', statement: 'The cursor identifier is usually 0.' },
  { id: 'link.previous-example', clause: '4.10', kind: 'example', statement: 'The previous entry is 0:0:1.' },
] as const
