import { calledAs } from '../../emulator/serve/printed-program.ts'
import { planReports } from './client/write-reports.ts'
import type { ClientFlags } from '../options/client-options.ts'
import { readApiOptions } from '../serving/api-options.ts'
import { UsageError } from '../usage-error.ts'

/** `emulator client -- CMD`: judges a client by what it sends. A signal exits with 128 plus its number. */
export async function client(flags: ClientFlags, command: readonly string[] = []): Promise<number> {
  // An empty name is often an unset shell variable.
  if (!command[0])
    throw new UsageError(
      `client needs a command after --, as in: ${calledAs(process)} client -- npm test, or ${calledAs(process)} client --driver -- python3 driver.py.`,
    )
  if (!flags.driver && flags.races !== undefined && flags.scenario !== undefined)
    throw new UsageError('--races plays a scenario itself; leave out --scenario, or --races.')
  const plan = planReports(flags)
  if (!flags.driver) return await (await import('./client/run-watch.ts')).runWatch(command, plan)
  const { runDriver } = await import('./client/run-driver.ts')
  const { conventions } = await readApiOptions({ convention: flags.convention, conventions: flags.conventions })
  return await runDriver(command, conventions, plan)
}
