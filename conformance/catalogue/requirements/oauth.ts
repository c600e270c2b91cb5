/** The token endpoint (clauses 2.3, 4.1 and 5.2). */
export const oauthRequirements = [
  {
    id: 'oauth.client-credentials',
    clause: '4.1',
    kind: 'stated',
    statement: 'POST /oauth/token with grant_type=client_credentials, form-urlencoded, returns JSON with access_token.',
  },
  {
    id: 'oauth.access-token-string',
    clause: '2.3',
    kind: 'stated',
    statement: 'access_token is a string, and so is refresh_token when one is issued.',
  },
  {
    id: 'oauth.secret-verified',
    clause: '5.2',
    kind: 'stated',
    statement: 'client_id and client_secret are exchanged for a token. A wrong secret gets none.',
  },
  {
    id: 'oauth.token-works',
    clause: '5.1',
    kind: 'stated',
    statement: 'The access token is accepted as Authorization: Bearer.',
  },
  {
    id: 'oauth.refresh',
    clause: '4.1',
    kind: 'stated',
    statement:
      "POST /oauth/token with grant_type=refresh_token and the client's credentials returns JSON with access_token.",
  },
  {
    id: 'oauth.refresh-secret-verified',
    clause: '5.2',
    kind: 'stated',
    statement: 'Refreshing takes the client_secret. A wrong one gets no token.',
  },
  {
    id: 'oauth.refresh-verified',
    clause: '5.2',
    kind: 'stated',
    statement: 'Refreshing takes a refresh token that was issued. Any other value gets no token.',
  },
  {
    id: 'oauth.refreshed-token-works',
    clause: '5.2',
    kind: 'stated',
    statement: 'A refreshed access token is accepted as Authorization: Bearer.',
  },
  { id: 'oauth.expiry', clause: '5.2', kind: 'stated', statement: 'Access tokens expire.' },
  { id: 'oauth.unversioned', clause: '9', kind: 'stated', statement: 'The token endpoint is unversioned.' },
  { id: 'oauth.client-creation', clause: '5.2', kind: 'notShown', statement: 'How an OAuth client is created.' },
  {
    id: 'oauth.lifetime',
    clause: '5.2',
    kind: 'notShown',
    statement: 'The lifetime of an access token and the name of an expiry field.',
  },
] as const
