/** Wildcard addresses: a server that listens on one of them listens on every address of the machine. */
const everyAddress = ['0.0.0.0', '::']

/** Normalizes a host: lower case, without brackets, port and final dot. */
function normalizeHostname(host: string): string {
  const match = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host.trim().toLowerCase())
  return (match?.[1] ?? match?.[2] ?? host).replace(/\.$/, '')
}

/** Returns the host of a URL, or the text itself when it is not a URL. */
function urlHost(urlOrHost: string): string {
  return URL.canParse(urlOrHost) && urlOrHost.includes('://') ? new URL(urlOrHost).host : urlOrHost
}

/**
 * Makes a predicate that accepts the emulator's own hosts, on any port. It prevents DNS rebinding: a foreign page
 * whose name was rebound to this machine sends that name in `Host`, so only the given names are accepted. IP addresses
 * cannot be rebound, so an emulator that listens on every address accepts them all.
 */
export function localHosts(addresses: readonly (string | undefined)[]): (host: string) => boolean {
  const names = new Set(addresses.filter((host) => host !== undefined).map((host) => normalizeHostname(urlHost(host))))
  const anyAddress = everyAddress.some((address) => names.has(address))
  // A client sends the same host repeatedly.
  let latest: string | undefined
  return function isLocalHost(host) {
    if (host === latest) return true
    const name = normalizeHostname(host)
    const isLocal =
      names.has(name) || isLoopback(name) || (anyAddress && process.getBuiltinModule('node:net').isIP(name) !== 0)
    if (isLocal) latest = host
    return isLocal
  }
}

/** Returns true if only this machine reaches an address to listen on. */
export function isLoopback(host: string): boolean {
  return /^(?:127(?:\.\d{1,3}){3}|(?:.+\.)?localhost\.?|(?:0*:)*:?0*1|::ffff:127(?:\.\d{1,3}){3})$/i.test(host)
}
