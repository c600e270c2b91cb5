/** Addresses that stand for every address of the machine. */
const everyAddress = ['0.0.0.0', '::']

/** A name or an address as a URL writes it, lower case, without brackets, port and final dot. */
function hostnameOf(host: string): string {
  const match = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host.trim().toLowerCase())
  return (match?.[1] ?? match?.[2] ?? host).replace(/\.$/, '')
}

/** The host of a URL, or the text itself when it is none. */
function hostOf(urlOrHost: string): string {
  return URL.canParse(urlOrHost) && urlOrHost.includes('://') ? new URL(urlOrHost).host : urlOrHost
}

/**
 * Whether a host is the emulator's own, on whatever port. A page from elsewhere whose name was rebound to this
 * machine sends its own name in `Host`, so names that were not given are refused. An address needs no name, and
 * cannot be rebound: bound to every address, the emulator takes all of them.
 */
export function ownHosts(given: readonly (string | undefined)[]): (host: string) => boolean {
  const names = new Set([
    'localhost',
    '127.0.0.1',
    '::1',
    ...given.filter((host) => host !== undefined).map((host) => hostnameOf(hostOf(host))),
  ])
  const anyAddress = everyAddress.some((address) => names.has(address))
  return function isOwnHost(host) {
    const name = hostnameOf(host)
    return (
      names.has(name) ||
      name.endsWith('.localhost') ||
      (anyAddress && process.getBuiltinModule('node:net').isIP(name) !== 0)
    )
  }
}
