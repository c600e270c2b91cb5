/** Headers that are only for the next hop (RFC 9110, 7.6.1). Headers that `Connection` names also are. */
export const ofOneHop: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
