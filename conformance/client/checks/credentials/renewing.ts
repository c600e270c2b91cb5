/** The scenarios in which a client needs another token than its first one. */
export const renewing: readonly string[] = [
  'token-expires-at-request',
  'token-expires-mid-walk',
  'tokens-expire-often',
  'token-expires-under-concurrency',
  'refresh-refused',
  'no-refresh-token',
]
