/** Authentication (clause 5). */
export const authenticationRequirements = [
  {
    id: 'auth.required',
    clause: '5.1',
    kind: 'stated',
    statement: 'Every request to a protected endpoint carries Authorization: Bearer. Without it, nothing is served.',
  },
  {
    id: 'auth.invalid-bearer',
    clause: '5.1',
    kind: 'stated',
    statement: 'A Bearer value that was never issued is not accepted.',
  },
  {
    id: 'auth.integration-token',
    clause: '5.4',
    kind: 'stated',
    statement: 'The token of an internal integration is used on the legacy API exactly like a Bearer token.',
  },
  {
    id: 'auth.dsn',
    clause: '5.5',
    kind: 'stated',
    statement: 'At endpoints that say so, Authorization: DSN with the client key works like Bearer.',
  },
  {
    id: 'auth.dsn-verified',
    clause: '5.5',
    kind: 'stated',
    statement: 'A DSN that is not a client key is not accepted.',
  },
  {
    id: 'auth.api-key',
    clause: '5.6',
    kind: 'stated',
    statement: 'HTTP Basic with the API key as user name and an empty password authenticates on the legacy API.',
  },
  {
    id: 'auth.api-key-verified',
    clause: '5.6',
    kind: 'stated',
    statement: 'A user name that is not an API key is not accepted.',
  },
  {
    id: 'auth.api-keys-new-accounts',
    clause: '5.6',
    kind: 'stated',
    statement: 'API keys are disabled for new accounts.',
    excluded: 'Seeing it takes a new account, and how to create one is not shown.',
  },
  {
    id: 'auth.legacy-required',
    clause: '5.4',
    kind: 'stated',
    statement: 'The legacy endpoints of a project or an issue serve nothing without valid credentials.',
  },
] as const
