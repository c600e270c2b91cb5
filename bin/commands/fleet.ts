import { configurationOf } from '../fleet/configuration.ts'
import { fleetOptions } from '../options/fleet-options.ts'
import { type ParsedArguments, readOptions } from '../options/option.ts'

/** `emulator fleet`: prints the configuration of a balancer that sends each request to the worker of its world. */
export async function fleet(parsed: ParsedArguments): Promise<number> {
  process.stdout.write(configurationOf(readOptions(fleetOptions, parsed)))
  return 0
}
