/** The token endpoint (clauses 2.3, 4.1 and 5.2). */
export const oauthRequirements = {
  'oauth.client-credentials': {
    clause: '4.1',
    statement: 'POST /oauth/token with grant_type=client_credentials, form-urlencoded, returns JSON with access_token.',
    profiles: ['tokens', 'read-only'],
    cause: 'The endpoint reads JSON, or uses another name for the token.',
    remedy: 'Read a form, and answer with JSON that contains access_token.',
  },
  'oauth.access-token-string': {
    clause: '2.3',
    statement: 'access_token is a string, and so is refresh_token when one is issued.',
    profiles: ['tokens', 'read-only'],
    cause: 'The token is wrapped in an object, or is a number.',
    remedy: 'Send access_token and refresh_token as strings.',
  },
  'oauth.secret-verified': {
    clause: '5.2',
    statement: 'client_id and client_secret are exchanged for a token. A wrong secret gets none.',
    profiles: ['tokens', 'read-only'],
    cause: 'Only part of the secret is compared, case is ignored, or a missing secret is accepted.',
    remedy: 'Require client_id and client_secret, and compare the whole secret in constant time.',
  },
  'oauth.token-works': {
    clause: '5.1',
    statement: 'The access token is accepted as Authorization: Bearer.',
    profiles: ['tokens', 'read-only'],
    cause: 'The services that accept tokens do not share the store or the key of the one that issues them.',
    remedy: 'Accept an issued token immediately at every API.',
  },
  'oauth.refresh': {
    clause: '4.1',
    statement:
      "POST /oauth/token with grant_type=refresh_token and the client's credentials returns JSON with access_token.",
    profiles: ['tokens'],
    cause:
      'The grant is switched off although refresh tokens are issued, or a refresh token ends with its access token.',
    remedy: 'Accept each refresh token that you issue, also after its access token has expired, or issue none.',
  },
  'oauth.refresh-secret-verified': {
    clause: '5.2',
    statement: 'Refreshing takes the client_secret. A wrong one gets no token.',
    profiles: ['tokens'],
    cause: 'Only the refresh token is checked.',
    remedy: 'Authenticate the client when it refreshes, as in the first exchange.',
  },
  'oauth.refresh-verified': {
    clause: '5.2',
    statement: 'Refreshing takes a refresh token that was issued. Any other value gets no token.',
    profiles: ['tokens'],
    cause: 'The token is compared only in part or without regard to case, any text is accepted, or an access token is.',
    remedy: 'Look up the whole refresh token among those that were issued to this client.',
  },
  'oauth.refreshed-token-works': {
    clause: '5.2',
    statement: 'A refreshed access token is accepted as Authorization: Bearer.',
    profiles: ['tokens'],
    cause: 'The new token is not stored before the answer is sent.',
    remedy: 'Accept a refreshed token immediately at every API.',
  },
  'oauth.expiry': {
    clause: '5.2',
    statement: 'Access tokens expire.',
    profiles: ['tokens', 'read-only'],
    cause: 'The expiry is announced but not checked.',
    remedy: 'Refuse a token after its lifetime at every API.',
  },
  'oauth.unversioned': {
    clause: '9',
    statement: 'The token endpoint is unversioned.',
    profiles: ['tokens', 'read-only'],
    cause: 'The endpoint has the version in its path.',
    remedy: 'Serve /oauth/token without a version.',
  },
  'oauth.client-creation': { clause: '5.2', kind: 'notShown', statement: 'How an OAuth client is created.' },
  'oauth.lifetime': {
    clause: '5.2',
    kind: 'notShown',
    statement: 'The lifetime of an access token and the name of an expiry field.',
  },
} as const
