/** Authentication (clause 5). */
export const authenticationRequirements = [
  {
    id: 'auth.required',
    clause: '5.1',
    kind: 'stated',
    statement: 'Every request to a protected endpoint carries Authorization: Bearer. Without it, nothing is served.',
    profiles: ['versioned', 'tokens', 'read-only'],
    advice: {
      cause: 'The route has no guard, or its guard is skipped for some headers or parameters.',
      remedy: 'Require a valid Bearer token at this route, whatever else the request contains.',
    },
  },
  {
    id: 'auth.invalid-bearer',
    clause: '5.1',
    kind: 'stated',
    statement: 'A Bearer value that was never issued is not accepted.',
    profiles: ['versioned', 'tokens', 'read-only'],
    advice: {
      cause: 'The token is decoded but its signature is not checked, or only part of it is compared.',
      remedy: 'Verify the whole token at every request.',
    },
  },
  {
    id: 'auth.integration-token',
    clause: '5.4',
    kind: 'stated',
    statement: 'The token of an internal integration is used on the legacy API exactly like a Bearer token.',
    profiles: ['legacy', 'read-only'],
    advice: {
      cause: 'The legacy API knows only one kind of token.',
      remedy: 'Accept tokens of internal integrations wherever the legacy API accepts a Bearer token.',
    },
  },
  {
    id: 'auth.dsn',
    clause: '5.5',
    kind: 'stated',
    statement: 'At endpoints that say so, Authorization: DSN with the client key works like Bearer.',
    profiles: ['legacy', 'read-only'],
    advice: {
      cause: 'The scheme DSN is not read at this endpoint.',
      remedy:
        'Accept Authorization: DSN with the client key where it is documented, or declare another samples.dsnPath.',
    },
  },
  {
    id: 'auth.dsn-verified',
    clause: '5.5',
    kind: 'stated',
    statement: 'A DSN that is not a client key is not accepted.',
    profiles: ['legacy', 'read-only'],
    advice: {
      cause: 'The form of the DSN is checked, and not its key.',
      remedy: 'Look up the whole client key.',
    },
  },
  {
    id: 'auth.api-key',
    clause: '5.6',
    kind: 'stated',
    statement: 'HTTP Basic with the API key as user name and an empty password authenticates on the legacy API.',
    profiles: ['legacy', 'read-only'],
    advice: {
      cause: 'A password is required, or the colon is not expected.',
      remedy: 'Accept HTTP Basic with the key as user name and an empty password.',
    },
  },
  {
    id: 'auth.api-key-verified',
    clause: '5.6',
    kind: 'stated',
    statement: 'A user name that is not an API key is not accepted.',
    profiles: ['legacy', 'read-only'],
    advice: {
      cause: 'Only part of the key is compared, or any user name is accepted.',
      remedy: 'Look up the whole key.',
    },
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
    profiles: ['legacy', 'read-only'],
    advice: {
      cause: 'The legacy routes have no authentication, or compare only part of the credential.',
      remedy: 'Require credentials at every legacy path of a project or an issue.',
    },
  },
] as const
