/** Connecting a connector (clauses 4.3 and 5.7). */
export const connectRequirements = [
  {
    id: 'connect.prepare',
    clause: '4.3',
    kind: 'stated',
    statement: 'POST /app/{adapter}/prepare-connect returns a state code.',
  },
  { id: 'connect.prepare-auth', clause: '4.3', kind: 'stated', statement: 'prepare-connect takes a Bearer token.' },
  {
    id: 'connect.browser',
    clause: '4.3',
    kind: 'stated',
    statement: 'GET /app/{adapter}/connect?prepare_state=<code> continues in the browser, without a Bearer token.',
  },
  {
    id: 'connect.code-verified',
    clause: '5.7',
    kind: 'stated',
    statement: 'A code that prepare-connect did not return completes nothing.',
  },
  {
    id: 'connect.short-lived',
    clause: '5.7',
    kind: 'stated',
    statement: 'The state code is short-lived. How short is not shown; a month is not.',
  },
  {
    id: 'connect.code-name',
    clause: '4.3',
    kind: 'notShown',
    statement: 'The name of the field that holds the state code.',
  },
] as const
