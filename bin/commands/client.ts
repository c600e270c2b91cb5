import { calledAs } from '../../emulator/serve/printed-program.ts'
import { isKitError } from '../../conformance/kit-error.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { planReports } from './client/write-reports.ts'
import { type ClientFlags, clientOptions } from '../options/client-options.ts'
import { type ParsedArguments, readOptions } from '../options/option.ts'
import { readApiOptions } from '../serving/api-options.ts'
import { UsageError } from '../usage-error.ts'

/** `emulator client -- CMD`: judges a client by what it sends. A signal exits with 128 plus its number. */
export async function client(parsed: ParsedArguments): Promise<number> {
  const command = (parsed['--'] ?? []) as readonly string[]
  const flags = readOptions(clientOptions, parsed)
  // An empty name is often a variable of the shell that is not set.
  if (!command[0])
    throw new UsageError(
      `client needs a command after --, as in: ${calledAs(process)} client -- npm test, or ${calledAs(process)} client --driver -- python3 driver.py.`,
    )
  assertTogether(flags)
  const plan = planReports(flags)
  try {
    if (!flags.driver) return await (await import('./client/run-watch.ts')).runWatch(command, plan)
    const { runDriver } = await import('./client/run-driver.ts')
    return await runDriver(command, await readConventions(flags), plan)
  } catch (error) {
    // The kit names its options without the hyphens of the command line.
    if (!isKitError(error, 'invalid_selection')) throw error
    throw new UsageError(error.option === undefined ? error.message : `--${error.message}`)
  }
}

/** Options that only a driver takes, and options that only a watched command takes. */
const ofDriver = ['task', 'input', 'jobs', 'timeout'] as const
const ofWatch = ['min-coverage', 'config'] as const

function assertTogether(flags: ClientFlags): void {
  const foreign = (flags.driver ? ofWatch : ofDriver).find((name) => flags[name] !== undefined)
  if (!flags.driver && flags.races !== undefined && flags.scenario !== undefined)
    throw new UsageError('--races plays a scenario itself; leave out --scenario, or --races.')
  if (foreign === undefined) return
  throw new UsageError(
    flags.driver
      ? `--${foreign} is for a watched command; leave out --driver, or --${foreign}.`
      : `--${foreign} needs --driver, which runs the command once for each task.`,
  )
}

async function readConventions({ convention, conventions }: ClientFlags): Promise<Conventions> {
  const shape = { convention, conventions, adapter: [], 'base-path': undefined, 'public-url': undefined }
  return (await readApiOptions(shape)).conventions
}
