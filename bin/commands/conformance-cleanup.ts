import { checks } from '../../conformance/rules/checks.ts'
import { cleanUpLeft } from '../../conformance/run/clean-up.ts'
import { ledgerDirectory, leftLedgers } from '../../conformance/run/ledger-files.ts'
import { whyUnreachable } from '../../conformance/wire/reachable.ts'
import { systemTime } from '../../conformance/wire/time.ts'
import type { Given } from '../options/option-table.ts'
import { numberOf } from '../options/read-options.ts'
import { UsageError } from '../usage-error.ts'
import { abortOnSignal } from './abort-on-signal.ts'
import { resolveTarget } from './conformance-target.ts'

const note = (line: string): void => void process.stderr.write(`${line}\n`)
const unreachable = 3

/** `emulator conformance cleanup [URL]`: deletes what killed runs have left. Exits with 1 when something stays. */
export async function cleanup(given: Given): Promise<number> {
  const seconds = numberOf(given, 'timeout', 0.001, 86_400)
  const limits = seconds === undefined ? {} : { timeout: Math.round(seconds * 1000) }
  const directory = ledgerDirectory(process.env)
  const target = resolveTarget(given, process.env, note)
  if (!target) {
    const places = [
      ...new Set(
        leftLedgers(directory, systemTime.now())
          .filter(({ active }) => !active)
          .map(({ baseUrl }) => baseUrl),
      ),
    ]
    if (places.length > 0)
      throw new UsageError(
        `cleanup needs the URL or a --config FILE of one of these, where runs have left something: ${places.join(', ')}.`,
      )
    process.stdout.write('Nothing was left anywhere.\n')
    return 0
  }
  if (leftLedgers(directory, systemTime.now(), target.baseUrl).length === 0) {
    process.stdout.write(`Nothing was left at ${target.baseUrl}.\n`)
    return 0
  }
  const stop = abortOnSignal(() => undefined)
  try {
    const why = await whyUnreachable(target.baseUrl, { timeout: limits.timeout, signal: stop.signal })
    if (why !== undefined && !stop.signal.aborted) {
      note(`emulator: ${target.baseUrl} cannot be reached: ${why}. What was left is still there.`)
      return unreachable
    }
    const { found, leftovers, active } = await cleanUpLeft({ target, checks, directory, limits, signal: stop.signal })
    process.stdout.write(
      [
        `${found - leftovers.length} of ${found} left things at ${target.baseUrl} are gone.`,
        ...leftovers.map((one) => `  ${one}`),
        ...(active > 0
          ? [`${active === 1 ? 'A run is' : `${active} runs are`} under way there, and will clean up by itself.`]
          : []),
        '',
      ].join('\n'),
    )
    return stop.exitCode ?? (leftovers.length > 0 ? 1 : 0)
  } finally {
    stop.forget()
  }
}
