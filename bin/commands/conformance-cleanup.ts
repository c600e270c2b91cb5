import { terminalLine } from '../../conformance/wording/escaping/terminal.ts'
import { checks } from '../../conformance/checks/checks.ts'
import { cleanUpLeft } from '../../conformance/judge/clean-up.ts'
import { ledgerDirectory, readLeftLedgers } from '../../conformance/judge/ledger-files.ts'
import { systemTime } from '../../conformance/send/time.ts'
import { resolveNamedTarget, askUntilSignal, toLimits } from './conformance/asking.ts'
import { exitCodes } from '../exit-codes.ts'
import type { targetOptions } from '../options/conformance-options.ts'
import type { Flags } from '../options/option.ts'
import { UsageError } from '../usage-error.ts'

/** `emulator conformance cleanup [URL]`: deletes the objects of interrupted runs. Exits with 1 if some remain. */
export async function cleanup(
  { config, timeout }: Flags<typeof targetOptions>,
  url: string | undefined,
): Promise<number> {
  const limits = toLimits({ timeout })
  const directory = ledgerDirectory(process.env)
  const target = resolveNamedTarget({ url, config })
  if (!target) {
    const places = [
      ...new Set(
        readLeftLedgers(directory, systemTime.now())
          .filter(({ active }) => !active)
          .map(({ baseUrl }) => baseUrl),
      ),
    ]
    if (places.length > 0)
      throw new UsageError(
        `cleanup needs the URL or a --config FILE of one of these, where runs have left something: ${places.join(', ')}.`,
      )
    process.stdout.write(`No run left anything behind, according to ${terminalLine(directory)}.\n`)
    return 0
  }
  if (readLeftLedgers(directory, systemTime.now(), target.baseUrl).length === 0) {
    process.stdout.write(
      [
        `No run left anything behind at ${target.baseUrl}, according to ${terminalLine(directory)}.`,
        'A run on another machine has its list on that machine. Tokens that it left are named conformance-….',
        '',
      ].join('\n'),
    )
    return 0
  }
  return await askUntilSignal(target, limits, undefined, async ({ signal }) => {
    const options = { target, checks, directory, limits, signal }
    const { found, leftovers, ending, active, dropReported } = await cleanUpLeft(options)
    process.stdout.write(
      [
        `Deleted ${found - leftovers.length} of ${found} objects at ${target.baseUrl}.`,
        ...leftovers.map((leftover) => `  ${terminalLine(leftover)}`),
        ...(active > 0
          ? [
              `${active === 1 ? 'A run is' : `${active} runs are`} still active there; an active run deletes its objects at its end.`,
            ]
          : []),
        '',
      ].join('\n'),
    )
    dropReported()
    return leftovers.length > ending ? exitCodes.failure : exitCodes.success
  })
}
