/** The lists of the versioned API, their filters and cursors (clauses 4.4 to 4.6). */
export const listRequirements = [
  // 4.4: versioned examples
  { id: 'environments.list', clause: '4.4', kind: 'stated', statement: 'GET /1.13/environments lists environments.' },
  {
    id: 'configurations.value',
    clause: '4.4',
    kind: 'stated',
    statement: 'GET /1.13/configurations/{scope_id}?path= returns the value at the dotted path, for a prefixed scope.',
  },
  {
    id: 'configurations.dotted-path',
    clause: '4.4',
    kind: 'stated',
    statement: 'The path is dotted. Each step goes one level down.',
  },
  {
    id: 'resources.list',
    clause: '4.4',
    kind: 'stated',
    statement: 'GET /1.13/resources lists resources and takes the enum filter status.',
  },
  {
    id: 'products.list',
    clause: '4.4',
    kind: 'stated',
    statement: 'GET /1.13/pulse/catalogs/{catalog_id}/products lists the products of a catalog.',
  },
  // 4.5: filters
  { id: 'filters.exact', clause: '4.5', kind: 'stated', statement: 'A plain string filter is an exact match.' },
  { id: 'filters.search-partial', clause: '4.5', kind: 'stated', statement: 'search is a partial match.' },
  { id: 'filters.search-case', clause: '4.5', kind: 'stated', statement: 'search is case-insensitive.' },
  {
    id: 'filters.enum-filters',
    clause: '4.5',
    kind: 'stated',
    statement: 'An enum filter accepts the values listed for the endpoint.',
  },
  { id: 'filters.enum-invalid', clause: '4.5', kind: 'stated', statement: 'An invalid enum value returns 400.' },
  {
    id: 'filters.enum-options',
    clause: '4.5',
    kind: 'stated',
    statement: 'The 400 for an invalid enum value names the allowed options.',
  },
  {
    id: 'filters.absent',
    clause: '4.5',
    kind: 'stated',
    statement: 'A filter parameter that is absent applies no filtering.',
  },
  { id: 'filters.and', clause: '4.5', kind: 'stated', statement: 'Several filters are AND-combined.' },
  { id: 'filters.paged', clause: '4.5', kind: 'stated', statement: 'Filters combine with pagination parameters.' },
  // 4.6: id cursors
  { id: 'cursors.limit', clause: '4.6', kind: 'stated', statement: 'limit is the page size.' },
  { id: 'cursors.starting-after', clause: '4.6', kind: 'stated', statement: 'starting_after continues after the id.' },
  {
    id: 'cursors.ending-before',
    clause: '4.6',
    kind: 'stated',
    statement: 'ending_before returns the page before the id.',
  },
  {
    id: 'cursors.newest-first',
    clause: '4.6',
    kind: 'stated',
    statement: 'Paging forward goes backwards through time.',
  },
  { id: 'cursors.complete', clause: '4.6', kind: 'stated', statement: 'A walk visits each object once.' },
  {
    id: 'cursors.stable',
    clause: '4.6',
    kind: 'stated',
    statement: 'A walk stays stable while new objects are created.',
  },
  { id: 'cursors.response', clause: '4.6', kind: 'notShown', statement: 'Where the next cursor is returned.' },
  { id: 'cursors.limits', clause: '8', kind: 'notShown', statement: 'The default and the maximum of limit.' },
] as const
