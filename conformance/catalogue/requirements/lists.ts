/** The lists of the versioned API, their filters and cursors (clauses 4.4 to 4.6). */
export const listRequirements = {
  // 4.4: versioned examples
  'environments.list': {
    clause: '4.4',
    statement: 'GET /1.13/environments lists environments.',
    profiles: ['versioned', 'read-only'],
    cause: 'The route is missing, or its answer has no list.',
    remedy: 'Serve the list at /1.13/environments.',
    servedRemedy: 'Answer GET /1.13/environments with the list of environments.',
  },
  'configurations.value': {
    clause: '4.4',
    statement: 'GET /1.13/configurations/{scope_id}?path= returns the value at the dotted path, for a prefixed scope.',
    profiles: ['versioned', 'read-only'],
    cause: 'The parameter path is not read, or the scope is not the one in the path.',
    remedy: 'Answer with the value at the dotted path of that scope, as JSON.',
  },
  'configurations.dotted-path': {
    clause: '4.4',
    statement: 'The path is dotted. Each step goes one level down.',
    profiles: ['versioned', 'read-only'],
    cause: 'The path is ignored or treated as a single key, or missing steps are skipped.',
    remedy: 'Split the path at its dots and go one level down with each step.',
  },
  'resources.list': {
    clause: '4.4',
    statement: 'GET /1.13/resources lists resources and takes the enum filter status.',
    profiles: ['versioned', 'read-only'],
    cause: 'The route is missing, or its answer has no list.',
    remedy: 'Serve the list at /1.13/resources.',
    servedRemedy: 'Answer GET /1.13/resources with the list of resources.',
  },
  'products.list': {
    clause: '4.4',
    statement: 'GET /1.13/pulse/catalogs/{catalog_id}/products lists the products of a catalog.',
    profiles: ['versioned', 'read-only'],
    cause: 'The route is missing, or the query leaves out the catalog of the path.',
    remedy: 'List the products of the catalog in the path, and no others.',
  },
  // 4.5: filters
  'filters.exact': {
    clause: '4.5',
    statement: 'A plain string filter is an exact match.',
    profiles: ['versioned', 'read-only'],
    cause:
      'The filter compares only parts of the values, trims them, or uses LIKE, a collation that ignores case or trailing spaces, or a search index; or the parameter is ignored.',
    remedy: 'Compare whole values exactly.',
  },
  'filters.search-partial': {
    clause: '4.5',
    statement: 'search is a partial match.',
    profiles: ['versioned', 'read-only'],
    cause:
      'The search index contains only whole words or beginnings of words, only part of the search text is used, or some of its characters are wildcards.',
    remedy: 'Find each record that shows the whole text, also in the middle of a word.',
    byFact: {
      missing: 'Find each record that shows the text, also in the middle of a word.',
      present: 'Find only records that show the whole text.',
    },
  },
  'filters.search-case': {
    clause: '4.5',
    statement: 'search is case-insensitive.',
    profiles: ['versioned', 'read-only'],
    cause: 'The comparison is case-sensitive, folds only one side, or only the letters of ASCII.',
    remedy: 'Ignore the case of all letters, in the search text and in the fields.',
  },
  'filters.enum-filters': {
    clause: '4.5',
    statement: 'An enum filter accepts the values listed for the endpoint.',
    profiles: ['versioned', 'read-only'],
    cause: 'The filter does not know a listed value, or is not applied.',
    remedy: 'Accept every listed value, and return the records that have it.',
  },
  'filters.enum-invalid': {
    clause: '4.5',
    statement: 'An invalid enum value returns 400.',
    profiles: ['versioned', 'read-only'],
    cause: 'An unknown value is ignored, or matches nothing.',
    remedy: 'Compare the value exactly with the allowed ones.',
  },
  'filters.enum-options': {
    clause: '4.5',
    statement: 'The 400 for an invalid enum value names the allowed options.',
    profiles: ['versioned', 'read-only'],
    cause: 'The error does not contain the list of values.',
    remedy: 'List every value of the filter in the body of the 400.',
    byFact: { status: 'Build the list of options from the values that the filter accepts.' },
  },
  'filters.absent': {
    clause: '4.5',
    statement: 'A filter parameter that is absent applies no filtering.',
    profiles: ['versioned', 'read-only'],
    cause: 'A filter has a default, or hides drafts or archived records.',
    remedy: 'Apply only the filters that the query names.',
  },
  'filters.and': {
    clause: '4.5',
    statement: 'Several filters are AND-combined.',
    profiles: ['versioned', 'read-only'],
    cause:
      'The conditions are joined with OR, a later one replaces an earlier one, or some combinations are not handled.',
    remedy: 'Apply each filter that the query has, and join all with AND.',
  },
  'filters.paged': {
    clause: '4.5',
    statement: 'Filters combine with pagination parameters.',
    profiles: ['versioned', 'read-only'],
    cause: 'The filter is applied after the page was cut, or is lost if there is a cursor or a limit.',
    remedy: 'Filter first, then cut the page; keep the filter on every page.',
  },
  // 4.6: id cursors
  'cursors.limit': {
    clause: '4.6',
    statement: 'limit is the page size.',
    profiles: ['versioned', 'read-only'],
    cause: 'limit is ignored, rounded, or counts one more record to see whether there is a next page.',
    remedy: 'Return exactly as many records as limit says, as long as there are enough.',
    byFact: { status: 'Accept limit.' },
  },
  'cursors.starting-after': {
    clause: '4.6',
    statement: 'starting_after continues after the id.',
    profiles: ['versioned', 'read-only'],
    cause:
      'The comparison includes the record of the cursor, the page is cut at the wrong place, or the cursor is ignored.',
    remedy: 'Begin the page right after the record with that id.',
    byFact: { missing: 'Begin the page right after the record with that id, and leave out none.' },
  },
  'cursors.ending-before': {
    clause: '4.6',
    statement: 'ending_before returns the page before the id.',
    profiles: ['versioned', 'read-only'],
    cause: 'The page is cut from the beginning of the list, not from the cursor, or the cursor is ignored.',
    remedy: 'End the page right before the record with that id.',
  },
  'cursors.newest-first': {
    clause: '4.6',
    statement: 'Paging forward goes backwards through time.',
    profiles: ['versioned', 'read-only'],
    cause: 'The query sorts by something other than the id, or in ascending order.',
    remedy: 'Sort by id in descending order.',
  },
  'cursors.complete': {
    clause: '4.6',
    statement: 'A walk visits each object once.',
    profiles: ['versioned', 'read-only'],
    cause:
      'Pages overlap or miss a record at their ends, often because of an offset, or a cached list lacks new records.',
    remedy: 'Begin each page after the last id of the previous page, in the list as it is now.',
  },
  'cursors.stable': {
    clause: '4.6',
    statement: 'A walk stays stable while new objects are created.',
    profiles: ['versioned'],
    cause: 'The cursor is an offset, which moves when a record is created.',
    remedy: 'Page by id: WHERE id < cursor ORDER BY id DESC.',
  },
  'cursors.response': { clause: '4.6', kind: 'notShown', statement: 'Where the next cursor is returned.' },
  'cursors.limits': { clause: '8', kind: 'notShown', statement: 'The default and the maximum of limit.' },
} as const
