// Causes and remedies of failures: tokens, authentication and connections.

/** The usual cause of a failure and its remedy, by requirement. */
export const credentialAdvice = {
  'pat.record': [
    'The answer or the list shows members as they are stored, or leaves some out.',
    'Show id, name, scopes and expires_at of a token alike in every answer.',
  ],
  'pat.create': [
    'The route takes other names, or another form of expires_at or of scopes.',
    'Accept name, scopes and expires_at. If the form is another one, declare it under personalAccessTokens.',
  ],
  'pat.list': [
    'The list is cached, leaves out some of the tokens, or has no objects with an id.',
    'List every token of the caller, the one that asks among them, as an object with its id.',
  ],
  'pat.name-updatable': [
    'The new name is not stored, is stored on another token, or ends the secret.',
    'Store the new name on that token, change nothing else, and answer with the updated record.',
  ],
  'pat.scopes-fixed': [
    'The update takes every member of the body.',
    'Take the name from an update and nothing else, whatever the body has.',
  ],
  'pat.expiry-fixed': [
    'The update takes every member of the body, or renews the token.',
    'Take the name from an update and nothing else; never change expires_at after creation.',
  ],
  'pat.expiry-minimum': [
    'The minimum is missing, or is a shorter one.',
    'Refuse an expires_at less than 7 days ahead, and create nothing.',
  ],
  'pat.expiry-maximum': [
    'The maximum is missing, or is a longer one.',
    'Refuse an expires_at more than 2 years ahead, and create nothing.',
  ],
  'pat.expiry-range': [
    'The bounds are narrower than stated, or the expiry is rounded or changed on its way.',
    'Accept whatever lies between 7 days and 2 years, and store it as it was asked for.',
  ],
  'pat.requires-name': ['A default stands in for the name.', 'Refuse a creation without name, and create nothing.'],
  'pat.requires-scopes': [
    'A default stands in for the scopes.',
    'Refuse a creation without scopes, and create nothing.',
  ],
  'pat.requires-expiry': [
    'A default stands in for the expiry, or null means never.',
    'Refuse a creation without expires_at, and create nothing.',
  ],
  'pat.secret-shown': [
    'The secret is masked, or left out of the answer.',
    'Show the whole secret in the answer to the creation.',
  ],
  'pat.secret-once': [
    'The same serializer writes creation, list and update.',
    'Store a hash alone, and show the secret in the answer to the creation and nowhere else.',
  ],
  'pat.bearer': [
    'The secret that is shown is not the one that is stored, or one API does not know these tokens.',
    'Accept the secret as Authorization: Bearer wherever a Bearer token is taken.',
  ],
  'pat.revoke': [
    'Revoked tokens stay in a cache of sessions.',
    'Refuse a revoked token at once at every API, and no other token with it.',
  ],
  'pat.revoke-unlists': [
    'The list shows revoked tokens, or loses others with them.',
    'Leave revoked tokens, and only those, out of the list.',
  ],
  'pat.expires': [
    'The expiry is checked at creation alone, by another clock, or not at every API.',
    'Compare expires_at with the time at every request.',
  ],
  'oauth.client-credentials': [
    'The endpoint reads JSON, or names the token otherwise.',
    'Read a form, and answer with JSON that has access_token.',
  ],
  'oauth.access-token-string': [
    'The token is wrapped in an object, or is a number.',
    'Send access_token and refresh_token as strings.',
  ],
  'oauth.secret-verified': [
    'A part of the secret is compared, regardless of case, or only where it is given.',
    'Require client_id and client_secret, and compare the whole secret in constant time.',
  ],
  'oauth.token-works': [
    'The services that take tokens do not share the store or the key of the one that issues them.',
    'Accept an issued token at once at every API.',
  ],
  'oauth.refresh': [
    'The grant is switched off although refresh tokens are issued, or a refresh token ends with its access token.',
    'Exchange the refresh token as long as it is meant to live, beyond its access token, or issue none.',
  ],
  'oauth.refresh-secret-verified': [
    'The refresh token alone is looked at.',
    'Authenticate the client when it refreshes, as in the first exchange.',
  ],
  'oauth.refresh-verified': [
    'Any text is taken for a refresh token, or an access token is.',
    'Look the refresh token up as a whole, among those that were issued to this client.',
  ],
  'oauth.refreshed-token-works': [
    'The new token is not stored before the answer goes out.',
    'Accept a refreshed token at once at every API.',
  ],
  'oauth.expiry': ['The expiry is told and not checked.', 'Refuse a token after its lifetime at every API.'],
  'oauth.unversioned': ['The endpoint stands behind the version.', 'Serve /oauth/token without a version.'],
  'auth.required': [
    'The route stands outside of the part of the router that asks for credentials.',
    'Ask for credentials by default, and name the routes that are open.',
  ],
  'auth.invalid-bearer': [
    'The token is decoded but its signature is not checked, or a part of it is compared.',
    'Verify the whole token at every request.',
  ],
  'auth.integration-token': [
    'The legacy API knows one kind of token alone.',
    'Accept tokens of internal integrations wherever the legacy API takes a Bearer token.',
  ],
  'auth.dsn': [
    'The scheme DSN is not read at this endpoint.',
    'Accept Authorization: DSN with the client key where it is documented, or declare another samples.dsnPath.',
  ],
  'auth.dsn-verified': ['The form of the DSN is checked, and not its key.', 'Look the whole client key up.'],
  'auth.api-key': [
    'The password is asked for, or the colon is missed.',
    'Accept HTTP Basic with the key as user name and an empty password.',
  ],
  'auth.api-key-verified': ['A part of the key is compared, or any user name is taken.', 'Look the whole key up.'],
  'auth.legacy-required': [
    'The legacy routes have an authentication of their own, or none.',
    'Ask for credentials at every legacy path of a project or an issue.',
  ],
  'connect.prepare': ['The code is missing from the answer.', 'Answer prepare-connect with a state code.'],
  'connect.prepare-auth': [
    'The route is open, as the one that follows it in the browser is.',
    'Ask for a Bearer token at prepare-connect.',
  ],
  'connect.browser': [
    'The route in the browser asks for a Bearer token, which browsers do not send, does not know the code, or shows a page whose form or link is not served.',
    'Let the state code that prepare-connect gave stand for the caller, and answer with a page or a redirect.',
  ],
  'connect.code-verified': [
    'The code is not looked up before the connection is completed.',
    'Complete nothing for a code that prepare-connect did not issue.',
  ],
  'connect.short-lived': ['Codes have no expiry.', 'Let a state code expire after minutes.'],
} as const
