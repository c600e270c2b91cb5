import { andMore, butTheFirst, butTheLast, butTheMiddle, inAnyCase } from './secret-comparisons.ts'
import {
  accept,
  client,
  hasSecret,
  keepAlive,
  rememberGrants,
  mapGrant,
  mistakeSecret,
  refresh,
} from '../../emulator/disturb/deviations/wrappers/token-endpoint.ts'
import {
  keepExpiry,
  lockAfter,
  mistakeRefresh,
  readUndecoded,
  refreshByAccessToken,
  refreshWithout,
  refusalShowsToken,
} from './token-endpoint.ts'
import { resources, servicesApi } from '../../emulator/disturb/deviations/wrappers/operations.ts'
import { around, mapRequest } from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { type Violation, violations } from './violations.ts'

/** Violations of clauses 2.3, 4.1 and 5.2. */
export const oauthFaults: readonly Violation[] = [
  ...violations('oauth.client-credentials', 'oauth.client-credentials.escaped', {
    'oauth-form-not-decoded': ['The form at the token endpoint is read without percent-decoding.', readUndecoded],
  }),
  ...violations('oauth.access-token-string', 'oauth.access-token-string.types', {
    'oauth-refresh-token-an-object': [
      'refresh_token is an object.',
      mapGrant(client, ({ refresh_token: value, ...body }) => ({ ...body, refresh_token: { value } })),
    ],
  }),
  ...violations('oauth.access-token-string', 'oauth.access-token-string.refreshed', {
    'oauth-refreshed-token-an-object': [
      'access_token in the answer to a refresh is an object.',
      mapGrant(refresh, ({ access_token: value, ...body }) => ({ ...body, access_token: { value } })),
    ],
  }),
  ...violations('oauth.secret-verified', 'oauth.secret-verified.wrong-secret', {
    'oauth-beginning-of-secret': [
      'Only the first 16 characters of client_secret are compared.',
      mistakeSecret((secret, right) => secret.slice(0, 16) === right.slice(0, 16)),
    ],
    'oauth-secret-folds-case': [
      'client_secret is compared without regard to case.',
      mistakeSecret((secret, right) => secret.toLowerCase() === right.toLowerCase()),
    ],
    'oauth-secret-folds-case-and-locks': [
      'client_secret is compared without regard to case, and two refusals lock a client.',
      around(lockAfter(2), mistakeSecret(inAnyCase)),
    ],
    'oauth-refusal-shows-token': ['The refusal of a client shows the last token that was given.', refusalShowsToken],
  }),
  ...violations('oauth.secret-verified', 'oauth.secret-verified.near-misses', {
    'oauth-secret-first-character-ignored': [
      'The first character of client_secret is not compared.',
      mistakeSecret(butTheFirst),
    ],
    'oauth-secret-middle-ignored': [
      'Of client_secret only the first 16 and the last 4 characters are compared.',
      mistakeSecret(butTheMiddle),
    ],
    'oauth-secret-may-be-longer': [
      'client_secret may have more characters at its end.',
      mistakeSecret((secret, right) => secret.startsWith(right)),
    ],
    'oauth-secret-last-character-ignored': [
      'The last character of client_secret is not compared.',
      mistakeSecret((secret, right) => secret.slice(0, -1) === right.slice(0, -1)),
    ],
    'oauth-secret-may-be-cut': [
      'Any beginning of client_secret is accepted.',
      mistakeSecret((secret, right) => secret !== '' && right.startsWith(secret)),
    ],
  }),
  ...violations('oauth.secret-verified', 'oauth.secret-verified.no-secret', {
    'oauth-empty-secret': ['An empty client_secret gives a token.', mistakeSecret((secret) => secret === '')],
    'oauth-no-secret-needed': [
      'A request without client_secret gives a token.',
      accept(client, (form) => form['client_secret'] === undefined),
    ],
  }),
  ...violations('oauth.secret-verified', 'oauth.secret-verified.wrong-client', {
    'oauth-without-client-id': [
      'A client_secret without client_id gives a token.',
      accept(client, (form, good) => form['client_id'] === undefined && hasSecret(form, good)),
    ],
  }),
  ...violations('oauth.token-works', 'oauth.token-works.services', {
    'oauth-token-refused-by-services': [
      'The Services API accepts no access token of a client.',
      rememberGrants((grants) =>
        mapRequest(servicesApi, ({ authorization }) =>
          grants.has(authorization) ? { authorization: 'Bearer denied' } : undefined,
        ),
      ),
    ],
  }),
  ...violations('oauth.refreshed-token-works', 'oauth.refreshed-token-works.lasts', {
    'oauth-refreshed-token-keeps-expiry': ['A refreshed access token ends when the one before it ends.', keepExpiry],
  }),
  ...violations('oauth.expiry', 'oauth.expiry.refreshed', {
    'oauth-refreshed-tokens-never-expire': [
      'An access token by a refresh never expires.',
      keepAlive('everywhere', refresh),
    ],
  }),
  ...violations('oauth.refresh-secret-verified', 'oauth.refresh-secret-verified.wrong-secret', {
    'oauth-refresh-any-secret': [
      'A refresh accepts any client_secret.',
      accept(
        'refresh_token',
        (form, good) => Boolean(form['client_secret']) && form['client_id'] === good['client_id'],
      ),
    ],
    'oauth-refresh-secret-folds-case': [
      'A refresh compares client_secret without regard to case.',
      accept(refresh, (form, good) => inAnyCase(form['client_secret'] ?? '', good['client_secret'] ?? '')),
    ],
  }),
  ...violations('oauth.refresh-secret-verified', 'oauth.refresh-secret-verified.no-secret', {
    'oauth-refresh-without-secret': [
      'A refresh needs no client_secret.',
      accept(refresh, (form) => form['client_secret'] === undefined),
    ],
  }),
  ...violations('oauth.refresh-secret-verified', 'oauth.refresh-secret-verified.wrong-client', {
    'oauth-refresh-any-client': [
      'A refresh accepts any client_id, if client_secret is right.',
      accept(refresh, (form, good) => Boolean(form['client_id']) && hasSecret(form, good)),
    ],
    'oauth-refresh-without-client': [
      'A refresh accepts a refresh token alone.',
      accept(refresh, (form) => form['client_id'] === undefined && form['client_secret'] === undefined),
    ],
  }),
  ...violations('oauth.refresh-verified', 'oauth.refresh-verified.made-up', {
    'oauth-refresh-any-token': [
      'A refresh accepts any refresh token, if the client is right.',
      refreshWithout(() => true),
    ],
    'oauth-refresh-token-folds-case': [
      'A refresh token is compared without regard to case.',
      mistakeRefresh(inAnyCase),
    ],
  }),
  ...violations('oauth.refresh-verified', 'oauth.refresh-verified.near-misses', {
    'oauth-refresh-token-first-character-ignored': [
      'The first character of a refresh token is not compared.',
      mistakeRefresh(butTheFirst),
    ],
    'oauth-refresh-token-last-character-ignored': [
      'The last character of a refresh token is not compared.',
      mistakeRefresh(butTheLast),
    ],
    'oauth-refresh-token-may-be-longer': [
      'A refresh token may have more characters at its end.',
      mistakeRefresh(andMore),
    ],
  }),
  ...violations('oauth.refresh-verified', 'oauth.refresh-verified.none', {
    'oauth-refresh-without-token': [
      'A refresh needs no refresh token, if the client is right.',
      refreshWithout((form) => form['refresh_token'] === undefined),
    ],
    'oauth-refresh-by-access-token': ['A refresh accepts an access token as refresh token.', refreshByAccessToken],
  }),
  ...violations('oauth.expiry', 'oauth.expiry.refused', {
    'oauth-expired-works-on-services': ['An expired access token works on the Services API.', keepAlive(servicesApi)],
    'oauth-expired-lists-resources': ['An expired access token still lists resources.', keepAlive(resources)],
  }),
]
