// Keeps a command's requests to the emulator away from the proxy that its user has for other servers.

type Environment = Readonly<Record<string, string | undefined>>

/** The variables by which clients send what goes to an address past a proxy; none where no proxy is set. */
export function noProxyFor(address: string, environment: Environment): Readonly<Record<string, string>> {
  const names = Object.keys(environment)
  if (!names.some((name) => /^(?:https?|all)_proxy$/i.test(name))) return {}
  const known = names.filter((name) => /^no_proxy$/i.test(name)).map((name) => environment[name])
  const hosts = new Set([...known, new URL(address).hostname].flatMap((list = '') => list.split(',')))
  const value = [...hosts].filter((host) => host !== '').join(',')
  return { NO_PROXY: value, no_proxy: value }
}
