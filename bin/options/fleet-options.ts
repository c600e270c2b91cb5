import { choice, integer, type OptionTable, textOption, textsOption } from './option.ts'

/** The kinds of configuration that `fleet` prints. */
export const balancers = ['haproxy', 'nginx', 'kubernetes'] as const

/** A kind of configuration that `fleet` prints. */
export type Balancer = (typeof balancers)[number]

/** The values of the options of `fleet`. */
export interface FleetFlags {
  readonly print: Balancer | undefined
  readonly workers: number | undefined
  readonly host: string | undefined
  readonly 'first-port': number | undefined
  readonly worker: readonly string[]
  readonly listen: string | undefined
  readonly 'base-path': string | undefined
  readonly 'public-url': string | undefined
  readonly name: string | undefined
  readonly image: string | undefined
}

/** The options of `fleet`. */
export const fleetOptions: OptionTable<FleetFlags> = {
  print: choice(`Configuration to print: ${balancers.join(', ')}`, balancers),
  workers: integer('Number of workers (default: 4)', 1, 256),
  host: textOption('Address of the workers (default: 127.0.0.1)'),
  'first-port': integer('Port of the first worker; the others follow (default: 4114)', 1, 65_535),
  worker: textsOption('HOST:PORT of a worker, instead of --workers, --host and --first-port'),
  listen: textOption('HOST:PORT that the balancer listens on (default: 127.0.0.1:4113)'),
  'base-path': textOption('PATH before all others, as the workers are started with'),
  'public-url': textOption('Base URL of the balancer for clients; needed where it is not on loopback'),
  name: textOption('NAME of the Kubernetes objects (default: emulator)'),
  image: textOption('IMAGE of the Kubernetes workers (default: platform-data/emulator:latest)'),
}
