/** Identifiers (clause 2.1). */
export const idRequirements = [
  {
    id: 'ids.grammar',
    clause: '2.1',
    kind: 'stated',
    statement: 'A bare id is a string of exactly 27 characters from A-Z, a-z and 0-9, in the field id.',
  },
  { id: 'ids.unique', clause: '2.1', kind: 'stated', statement: 'An id is unique across the whole platform.' },
  {
    id: 'ids.order',
    clause: '2.1',
    kind: 'stated',
    statement: 'Sorting ids alphabetically gives creation order; the newest object has the highest id.',
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
  },
  {
    id: 'ids.prefixed-cursor',
    clause: '2.1',
    kind: 'stated',
    statement: 'A query parameter that takes an id accepts the bare and the prefixed form.',
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
  },
  {
    id: 'ids.known-prefixes',
    clause: '2.1',
    kind: 'stated',
    statement: 'wrk_, flw_, flr_ and prj_ are the prefixes of workspace, flow, flow run and project.',
  },
  { id: 'ids.environment-prefix', clause: '2.1', kind: 'notShown', statement: 'The prefix of an environment.' },
  { id: 'ids.never-prefixed', clause: '2.1', kind: 'stated', statement: 'Ids in responses are never prefixed.' },
  {
    id: 'ids.scope-prefix',
    clause: '2.1',
    kind: 'stated',
    statement: 'A prefix is required when the type would otherwise be ambiguous, as in a configuration scope.',
    excluded: 'The answer to a bare scope is not shown. That the prefixed one works is configurations.value.',
  },
  { id: 'ids.malformed-path', clause: '2.1', kind: 'stated', statement: 'A malformed bare id in a path returns 400.' },
  {
    id: 'ids.malformed-prefixed',
    clause: '2.1',
    kind: 'stated',
    statement: 'A malformed prefix, or a malformed id after a prefix, returns 400.',
  },
  {
    id: 'ids.malformed-cursor',
    clause: '2.1',
    kind: 'stated',
    statement: 'A malformed id in an id cursor returns 400.',
  },
  {
    id: 'ids.malformed-legacy',
    clause: '2.1',
    kind: 'stated',
    statement: 'A malformed id in a legacy path returns 400.',
  },
  {
    id: 'environments.fields',
    clause: '2.1',
    kind: 'stated',
    statement: 'An object such as an environment carries at least id and name.',
  },
] as const
