import { choice, integer, type OptionTable } from './option.ts'

/** The balancers that `fleet` prints a configuration for. */
export const balancers = ['haproxy', 'nginx', 'kubernetes'] as const

/** The values of the options of `fleet`. */
export interface FleetFlags {
  readonly print: (typeof balancers)[number] | undefined
  readonly workers: number | undefined
}

/** The options of `fleet`. */
export const fleetOptions: OptionTable<FleetFlags> = {
  print: choice(`Configuration to print: ${balancers.join(', ')}`, balancers),
  workers: integer('Number of workers (default: 4)', 1, 256),
}
