// Several emulators, the workers, behind a balancer that sends each request to the worker of its world.

/** An address to connect to or to listen on. */
export interface HostAndPort {
  readonly host: string
  readonly port: number
}

/** A fleet on one machine, or on machines with known addresses. */
export interface Fleet {
  readonly workers: readonly HostAndPort[]
  /** The address that the balancer listens on. */
  readonly listen: HostAndPort
  /** The path before all others, without a slash at its end; empty for none. */
  readonly basePath: string
  readonly publicUrl: string | undefined
}

/** Returns true if an address is this machine's own, so that no other machine can reach it. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** An address in the spelling of URLs and of both balancers: IPv6 in brackets. */
export function toAuthority({ host, port }: HostAndPort): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** The commands that start the workers. Callers from other machines need a token for the control API. */
export function startCommands({ workers, listen, basePath, publicUrl }: Fleet): readonly string[] {
  const isPublic = !isLoopback(listen.host) || workers.some(({ host }) => !isLoopback(host))
  return workers.map(({ host, port }, index) =>
    [
      `emulator start --port ${port}`,
      ...(isLoopback(host) ? (host === '127.0.0.1' ? [] : [`--host ${host}`]) : ['--host 0.0.0.0']),
      `--data worker-${index + 1}.db`,
      ...(basePath === '' ? [] : [`--base-path ${basePath}`]),
      ...(publicUrl === undefined ? [] : [`--public-url ${publicUrl}`]),
      ...(isPublic ? ['--control-token "$CONTROL_TOKEN"'] : []),
    ].join(' '),
  )
}

/** The answer of a balancer while a worker is down, in the emulator's default dialect. */
export const workerDown: string = JSON.stringify({
  error: {
    code: 'worker_down',
    message: 'The worker that has this world is down. Its worlds are in its --data file: start it again, then retry.',
    details: [],
  },
})

/** The name of a world, as a regular expression of both balancers. A longer text names none. */
export const worldName = '[A-Za-z0-9][A-Za-z0-9._-]{0,99}'

/**
 * Why the balancers add a header, as a comment of both. A client can write a world in ways that a balancer does not
 * decode, as in /x/../~WORLD/; without the header, the world would then be in two workers.
 */
export const toldWorld =
  'The worker is told which world was found in the address, or that none was found anywhere. It refuses what it reads otherwise with 400.'

/** The path on which a balancer says whether it is ready. No worker serves it. */
export const readyPath = '/_fleet/health'
