/** Authentication (clause 5). */
export const authenticationRequirements = {
  'auth.required': {
    clause: '5.1',
    statement: 'Every request to a protected endpoint carries Authorization: Bearer. Without it, nothing is served.',
    profiles: ['versioned', 'tokens', 'read-only'],
    cause: 'The route has no guard, or its guard is skipped for some headers or parameters.',
    remedy: 'Require a valid Bearer token at this route, whatever else the request contains.',
  },
  'auth.invalid-bearer': {
    clause: '5.1',
    statement: 'A Bearer value that was never issued is not accepted.',
    profiles: ['versioned', 'tokens', 'read-only'],
    cause:
      'A route has no check of its own, the token is decoded but its signature is not checked, or it is compared only in part or without regard to case.',
    remedy: 'Verify the whole token at every request.',
  },
  'auth.integration-token': {
    clause: '5.4',
    statement: 'The token of an internal integration is used on the legacy API exactly like a Bearer token.',
    profiles: ['legacy', 'read-only'],
    cause: 'The legacy API knows only one kind of token.',
    remedy: 'Accept tokens of internal integrations wherever the legacy API accepts a Bearer token.',
  },
  'auth.dsn': {
    clause: '5.5',
    statement: 'At endpoints that say so, Authorization: DSN with the client key works like Bearer.',
    profiles: ['legacy', 'read-only'],
    cause: 'The scheme DSN is not read at this endpoint.',
    remedy: 'Accept Authorization: DSN with the client key where it is documented, or declare another samples.dsnPath.',
  },
  'auth.dsn-verified': {
    clause: '5.5',
    statement: 'A DSN that is not a client key is not accepted.',
    profiles: ['legacy', 'read-only'],
    cause: 'The form of the DSN is checked, and not its key.',
    remedy: 'Look up the whole client key.',
  },
  'auth.api-key': {
    clause: '5.6',
    statement: 'HTTP Basic with the API key as user name and an empty password authenticates on the legacy API.',
    profiles: ['legacy', 'read-only'],
    cause: 'A password is required, or the colon is not expected.',
    remedy: 'Accept HTTP Basic with the key as user name and an empty password.',
  },
  'auth.api-key-verified': {
    clause: '5.6',
    statement: 'A user name that is not an API key is not accepted.',
    profiles: ['legacy', 'read-only'],
    cause: 'Only part of the key is compared, or any user name is accepted.',
    remedy: 'Look up the whole key.',
  },
  'auth.api-keys-new-accounts': {
    clause: '5.6',
    statement: 'API keys are disabled for new accounts.',
    excluded: 'Seeing it takes a new account, and how to create one is not shown.',
  },
  'auth.legacy-required': {
    clause: '5.4',
    statement: 'The legacy endpoints of a project or an issue serve nothing without valid credentials.',
    profiles: ['legacy', 'read-only'],
    cause: 'The legacy routes have no authentication, or compare only part of the credential.',
    remedy: 'Require credentials at every legacy path of a project or an issue.',
  },
} as const
