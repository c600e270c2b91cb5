import { readBasePath } from '../../emulator/options.ts'
import type { FleetFlags } from '../options/fleet-options.ts'
import { UsageError } from '../usage-error.ts'
import { type Fleet, type HostAndPort, isLoopback } from './fleet.ts'
import { toHaproxy } from './haproxy.ts'
import { type KubernetesFleet, toKubernetes } from './kubernetes.ts'
import { toNginx } from './nginx.ts'

/** Prints the configuration that the options ask for. @throws UsageError for options that make none. */
export function configurationOf(flags: FleetFlags): string {
  switch (flags.print) {
    case undefined:
      throw new UsageError('fleet needs --print haproxy, --print nginx or --print kubernetes.')
    case 'haproxy':
      return toHaproxy(readFleet(flags))
    case 'nginx':
      return toNginx(readFleet(flags))
    case 'kubernetes':
      return toKubernetes(readKubernetes(flags))
  }
}

function readFleet(flags: FleetFlags): Fleet {
  refuse(flags, ['name', 'image'], 'only for --print kubernetes')
  const listen = readAddress('--listen', flags.listen ?? '127.0.0.1:4113')
  if (!isLoopback(listen.host) && flags['public-url'] === undefined) {
    throw new UsageError(
      `--listen ${flags.listen} is reached by other machines, and a worker answers only for names that it knows. Add --public-url with the URL that clients use.`,
    )
  }
  return { workers: readWorkers(flags, listen), listen, ...readPlace(flags) }
}

function readWorkers(flags: FleetFlags, listen: HostAndPort): readonly HostAndPort[] {
  const { workers: count = 4, host = '127.0.0.1', 'first-port': first = 4114, worker } = flags
  if (worker.length > 0) refuse(flags, ['workers', 'host', 'first-port'], 'not together with --worker')
  if (first + count - 1 > 65_535)
    throw new UsageError(
      `--workers ${count} from --first-port ${first} ends at port ${first + count - 1}; at most 65535.`,
    )
  const workers =
    worker.length > 0
      ? worker.map((address) => readAddress('--worker', address))
      : Array.from({ length: count }, (_, index) => ({ host: readHost('--host', host), port: first + index }))
  const addresses = [listen, ...workers].map(({ host, port }) => `${host}:${port}`)
  const twice = addresses.find((address, index) => addresses.indexOf(address) !== index)
  if (twice !== undefined) throw new UsageError(`${twice} is used twice, by a worker and by another or the balancer.`)
  return workers
}

function readKubernetes(flags: FleetFlags): KubernetesFleet {
  refuse(
    flags,
    ['host', 'first-port', 'worker', 'listen'],
    'not for --print kubernetes, where Services give the addresses',
  )
  const { workers = 4, name = 'emulator', image = 'platform-data/emulator:latest' } = flags
  if (!/^[a-z](?:[a-z0-9-]{0,40}[a-z0-9])?$/.test(name))
    throw new UsageError(`--name takes up to 42 lower-case letters, digits and hyphens; got ${JSON.stringify(name)}.`)
  if (!/^[\w][\w.:/@-]*$/.test(image))
    throw new UsageError(`--image takes the name of an image; got ${JSON.stringify(image)}.`)
  return { workers, name, image, ...readPlace(flags) }
}

function readPlace(flags: FleetFlags): Pick<Fleet, 'basePath' | 'publicUrl'> {
  const publicUrl = flags['public-url']
  if (publicUrl !== undefined && !/^https?:\/\/[\w.:[\]-]+(?:\/[\w./~%-]*)?$/.test(publicUrl))
    throw new UsageError(`--public-url takes a URL such as http://emulator.example; got ${JSON.stringify(publicUrl)}.`)
  return { basePath: readBasePath(flags['base-path']), publicUrl }
}

function readAddress(option: string, text: string): HostAndPort {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? []
  if (port === undefined || Number(port) < 1 || Number(port) > 65_535)
    throw new UsageError(`${option} takes HOST:PORT, such as 127.0.0.1:4114; got ${JSON.stringify(text)}.`)
  return { host: readHost(option, (bracketed ?? plain)!), port: Number(port) }
}

/** Hosts go into configurations as they are, so they have only the characters of names and addresses. */
function readHost(option: string, host: string): string {
  if (/^[A-Za-z0-9._-]+$|^[0-9A-Fa-f:.]+$/.test(host)) return host
  throw new UsageError(`${option} takes the name or the address of a host; got ${JSON.stringify(host)}.`)
}

function refuse(flags: FleetFlags, names: readonly (keyof FleetFlags)[], reason: string): void {
  const present = names.filter((name) => flags[name] !== undefined && [flags[name]].flat().length > 0)
  if (present.length > 0) throw new UsageError(`${present.map((name) => `--${name}`).join(', ')}: ${reason}.`)
}
