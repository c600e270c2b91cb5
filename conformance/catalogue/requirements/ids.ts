/** Identifiers (clause 2.1). */
export const idRequirements = [
  {
    id: 'ids.grammar',
    clause: '2.1',
    kind: 'stated',
    statement: 'A bare id is a string of exactly 27 characters from A-Z, a-z and 0-9, in the field id.',
    profiles: ['versioned', 'legacy', 'tokens', 'read-only'],
    advice: {
      cause: 'Ids come from a database sequence or a UUID, or are cut or padded in answers.',
      remedy: 'Make ids of exactly 27 characters from A-Z, a-z and 0-9, and send them as text under id.',
    },
  },
  {
    id: 'ids.unique',
    clause: '2.1',
    kind: 'stated',
    statement: 'An id is unique across the whole platform.',
    profiles: ['versioned', 'legacy', 'tokens', 'read-only'],
    advice: {
      cause: 'Each table generates its ids separately, or a join repeats a row.',
      remedy: 'Use one id generator for all kinds of objects, and look for joins that repeat rows.',
    },
  },
  {
    id: 'ids.order',
    clause: '2.1',
    kind: 'stated',
    statement: 'Sorting ids alphabetically gives creation order; the newest object has the highest id.',
    profiles: ['versioned', 'tokens', 'read-only'],
    advice: {
      cause: 'Ids are random, begin with something other than the time, or are compared regardless of case.',
      remedy: 'Begin each id with an encoded timestamp, and never issue one at or below the last; compare by bytes.',
    },
  },
  {
    id: 'ids.timestamp',
    clause: '2.1',
    kind: 'stated',
    statement: 'Ids begin with an encoded timestamp.',
    excluded: 'The encoding is not shown. Its visible effect is ids.order.',
  },
  {
    id: 'ids.prefixed-form',
    clause: '2.1',
    kind: 'stated',
    statement:
      'A prefixed id is three lowercase letters, an underscore and the 27-character id. Paths accept both forms.',
    profiles: ['versioned', 'legacy', 'services', 'read-only'],
    advice: {
      cause: 'The route accepts only one prefix, or passes the prefixed id to the database.',
      remedy: 'Remove three lowercase letters and an underscore in one place, before any route looks up an id.',
    },
  },
  {
    id: 'ids.prefixed-cursor',
    clause: '2.1',
    kind: 'stated',
    statement: 'A query parameter that takes an id accepts the bare and the prefixed form.',
    profiles: ['versioned', 'read-only'],
    advice: {
      cause: 'Ids in query parameters are parsed differently from ids in paths.',
      remedy: 'Parse starting_after and ending_before with the same function as ids in paths.',
    },
  },
  {
    id: 'ids.prefixed-body',
    clause: '2.1',
    kind: 'stated',
    statement: 'A body that takes an id accepts the bare and the prefixed form.',
    excluded: 'No documented body takes an id.',
  },
  {
    id: 'ids.prefix-ignored',
    clause: '2.1',
    kind: 'stated',
    statement: 'The prefix of an id in a request is ignored.',
    profiles: ['versioned', 'legacy', 'services', 'read-only'],
    advice: {
      cause: 'The prefix is compared with the type that the route expects.',
      remedy: 'Ignore the prefix, whatever its three letters are, wherever the type is clear from the path.',
    },
  },
  {
    id: 'ids.known-prefixes',
    clause: '2.1',
    kind: 'stated',
    statement: 'wrk_, flw_, flr_ and prj_ are the prefixes of workspace, flow, flow run and project.',
    profiles: ['legacy', 'read-only'],
    advice: {
      cause: 'The list of accepted prefixes lacks one of the specification.',
      remedy: 'Accept wrk_, flw_, flr_ and prj_ wherever an id is accepted.',
    },
  },
  { id: 'ids.environment-prefix', clause: '2.1', kind: 'notShown', statement: 'The prefix of an environment.' },
  {
    id: 'ids.never-prefixed',
    clause: '2.1',
    kind: 'stated',
    statement: 'Ids in responses are never prefixed.',
    profiles: ['versioned', 'legacy', 'tokens', 'read-only'],
    advice: {
      cause: 'A serializer adds the prefix, often only to references.',
      remedy: 'Send bare ids in every member of every answer, including references.',
    },
  },
  {
    id: 'ids.scope-prefix',
    clause: '2.1',
    kind: 'stated',
    statement: 'A prefix is required when the type would otherwise be ambiguous, as in a configuration scope.',
    excluded: 'The answer to a bare scope is not shown. That the prefixed one works is configurations.value.',
  },
  {
    id: 'ids.malformed-path',
    clause: '2.1',
    kind: 'stated',
    statement: 'A malformed bare id in a path returns 400.',
    profiles: ['versioned', 'tokens', 'services', 'read-only'],
    advice: {
      cause: 'The id is looked up without a check, is trimmed first, or is refused with another status.',
      remedy: 'Check the whole id before looking it up, and answer 400 if it is malformed.',
    },
  },
  {
    id: 'ids.malformed-prefixed',
    clause: '2.1',
    kind: 'stated',
    statement: 'A malformed prefix, or a malformed id after a prefix, returns 400.',
    profiles: ['versioned', 'tokens', 'services', 'read-only'],
    advice: {
      cause: 'A pattern without anchors accepts other prefixes or lengths.',
      remedy: 'Match the whole id: three lowercase letters, an underscore, 27 characters. Answer 400 otherwise.',
    },
  },
  {
    id: 'ids.malformed-cursor',
    clause: '2.1',
    kind: 'stated',
    statement: 'A malformed id in an id cursor returns 400.',
    profiles: ['versioned', 'read-only'],
    advice: {
      cause: 'A malformed cursor is ignored, or treated as a position after the last record.',
      remedy: 'Check starting_after and ending_before like ids in paths, and answer 400.',
    },
  },
  {
    id: 'ids.malformed-legacy',
    clause: '2.1',
    kind: 'stated',
    statement: 'A malformed id in a legacy path returns 400.',
    profiles: ['legacy', 'read-only'],
    advice: {
      cause: 'The legacy routes have a separate check, or none.',
      remedy: 'Check ids in legacy paths like all others, and answer 400.',
    },
  },
  {
    id: 'environments.fields',
    clause: '2.1',
    kind: 'stated',
    statement: 'An object such as an environment carries at least id and name.',
    profiles: ['versioned', 'read-only'],
    advice: {
      cause: 'A serializer leaves out or renames members.',
      remedy: 'Send id and name on each environment, on every page.',
    },
  },
] as const
