/** Headers that are for the next hop alone (RFC 9110, 7.6.1). Those that `Connection` names are, too. */
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
