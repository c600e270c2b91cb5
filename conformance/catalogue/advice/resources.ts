// Causes and remedies of failures: HTTP, ids, lists, configurations and versions.

/** The usual cause of a failure and its remedy, by requirement. */
export const resourceAdvice = {
  'http.json': [
    'A framework or a gateway writes some answers itself, as errors, and not as JSON.',
    'Send Content-Type: application/json and a JSON body with every answer, those of the gateway among them.',
  ],
  'http.json-body': [
    'The route reads a form, or a parser for JSON is missing on it.',
    'Parse bodies by Content-Type: application/json on every route that takes one.',
  ],
  'http.query-on-writes': [
    'The router or the validation refuses parameters that it does not know on POST, PUT and DELETE, or reads the query instead of the body.',
    'Let a query string pass on every method, ignore parameters that mean nothing, and read the body as without one.',
  ],
  'http.options': [
    'OPTIONS falls through to the handler of GET, or CORS middleware answers it without saying anything.',
    'Answer OPTIONS with Allow and the methods of that path, or with a description as JSON.',
  ],
  'ids.grammar': [
    'Ids come from a database sequence or a UUID, or are cut or padded on their way out.',
    'Make ids of exactly 27 characters from A-Z, a-z and 0-9, and send them as text under id.',
  ],
  'ids.unique': [
    'Each table has ids of its own, or a join repeats a row.',
    'Make ids from one generator for all kinds of objects, and look for joins that repeat rows.',
  ],
  'ids.order': [
    'Ids are random, begin with something other than the time, or are compared regardless of case.',
    'Begin each id with an encoded timestamp, and never issue one at or below the last; compare by bytes.',
  ],
  'ids.prefixed-form': [
    'The route takes one prefix alone, or passes the prefixed text on to the database.',
    'Take off three lowercase letters and an underscore in one place, before any route looks an id up.',
  ],
  'ids.prefixed-cursor': [
    'Ids are read in one way in paths and in another in query parameters.',
    'Read starting_after and ending_before with the same function as ids in paths.',
  ],
  'ids.prefix-ignored': [
    'The prefix is compared with the type that the route expects.',
    'Ignore the prefix, whatever its three letters are, wherever the type is clear from the path.',
  ],
  'ids.known-prefixes': [
    'The list of prefixes that are accepted lacks one that the specification names.',
    'Accept wrk_, flw_, flr_ and prj_ wherever an id is taken.',
  ],
  'ids.never-prefixed': [
    'A serializer adds the prefix, often to references alone.',
    'Send bare ids in every member of every answer, references among them.',
  ],
  'ids.malformed-path': [
    'The text is looked up as it is, so that it is not found, or is trimmed before.',
    'Check the form of an id before looking it up, and answer 400 when it does not fit as a whole.',
  ],
  'ids.malformed-prefixed': [
    'A pattern without its beginning or end lets other prefixes or lengths through.',
    'Match the whole text: three lowercase letters, an underscore, 27 characters. Answer 400 otherwise.',
  ],
  'ids.malformed-cursor': [
    'A cursor that is no id is taken for one that nothing comes after.',
    'Check starting_after and ending_before like ids in paths, and answer 400.',
  ],
  'ids.malformed-legacy': [
    'The legacy routes have a check of their own, or none.',
    'Check the form of ids in legacy paths like all others, and answer 400.',
  ],
  'environments.fields': [
    'A serializer leaves out or renames members.',
    'Send id and name on each environment, on every page.',
  ],
  'environments.list': ['The route is missing, or its answer has no list.', 'Serve the list at /1.13/environments.'],
  'resources.list': ['The route is missing, or its answer has no list.', 'Serve the list at /1.13/resources.'],
  'products.list': [
    'The route is missing, or the query leaves out the catalog of the path.',
    'List the products of the catalog in the path, and no others.',
  ],
  'configurations.value': [
    'The parameter path is not read, or the scope is not the one in the path.',
    'Answer with the value at the dotted path of that scope, as JSON.',
  ],
  'configurations.dotted-path': [
    'The path is one key, or steps that lead to nothing are skipped.',
    'Split the path at its dots and go one level down with each step; where a step leads to nothing, say so.',
  ],
  'filters.exact': [
    'The parameter is not read, or the filter uses LIKE, a collation that ignores case or blanks at the end, or a search index, which also misses records.',
    'Compare whole values by their bytes; use the free text search for everything else.',
  ],
  'filters.search-partial': [
    'The search index knows whole words or the beginnings of words, or only a part of the text is searched for.',
    'Search for the whole text, in the middle of words too, as an index of trigrams or ILIKE does.',
  ],
  'filters.search-case': [
    'Only one side of the comparison is folded, or letters beyond ASCII are not.',
    'Fold the case of the query and of the fields in the same way.',
  ],
  'filters.enum-filters': [
    'A listed value is not known to the filter, or the filter is not applied.',
    'Accept every value that is listed, and return the records that have it.',
  ],
  'filters.enum-invalid': [
    'An unknown value is ignored, or matches nothing.',
    'Check the value against the list, by its exact letters, before the query, and answer 400.',
  ],
  'filters.enum-options': [
    'The error is made without the list of values.',
    'Put every value that the filter takes into the body of the 400.',
  ],
  'filters.absent': [
    'A filter has a default, or hides drafts or archived records.',
    'Apply no filter whose parameter is absent.',
  ],
  'filters.and': [
    'The conditions are joined with OR, a later one replaces an earlier one, or some combinations are not foreseen.',
    'Join all conditions with AND, the search among them.',
  ],
  'filters.paged': [
    'The filter is applied after the page was cut, or is lost where a cursor or a limit is given.',
    'Filter first, then cut the page; keep the filter on every page.',
  ],
  'cursors.limit': [
    'limit is ignored, rounded, or counts one more record to see whether there is a next page.',
    'Return as many records as limit says while there are that many.',
  ],
  'cursors.starting-after': [
    'The comparison includes the record of the cursor, the page is cut at another place, or the cursor is not read.',
    'Return the records right after the one with that id, without it.',
  ],
  'cursors.ending-before': [
    'The page is cut from the beginning of the list, not from the cursor, or the cursor is not read.',
    'Return the records right before the one with that id, in the order of the list: query in reverse, then reverse.',
  ],
  'cursors.newest-first': [
    'The query sorts by something other than the id, or in rising order.',
    'Sort by id in falling order, by bytes.',
  ],
  'cursors.complete': [
    'Pages overlap or leave a record out where one ends, often by an offset.',
    'Begin each page after the last id of the page before.',
  ],
  'cursors.stable': [
    'The cursor is an offset, which moves when a record is created.',
    'Page by id: WHERE id < cursor ORDER BY id DESC.',
  ],
  'versions.current': [
    'The version in the path is another one, or the answer has no list of objects with an id.',
    'Serve the lists of the current version at /1.13/.',
  ],
  'versions.side-by-side': [
    'One of the two generations was switched off.',
    'Serve the versioned and the legacy API at the same time.',
  ],
} as const
