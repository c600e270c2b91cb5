import { setFlagsFromString } from 'node:v8'
import type { Ledger } from '../../../conformance/judge/ledger.ts'
import { fileLedger, ledgerDirectory, readLeftLedgers } from '../../../conformance/judge/ledger-files.ts'
import { type Target, toTarget } from '../../../conformance/target/target-file.ts'
import { systemTime } from '../../../conformance/send/time.ts'
import { installedBrowser, type RunBrowser } from '../../../conformance/send/installed-browser.ts'

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The service that a run checks. */
export interface JudgedService {
  readonly target: Target
  /** The file with which `cleanup` can finish a killed run. Undefined if everything ends with the command. */
  readonly ledger: Ledger | undefined
  /** Runs the scripts of pages; undefined if pages need none. */
  readonly browser?: RunBrowser
  close(): Promise<void>
}

/**
 * Makes the judged service of a target. Most time is spent waiting for it, so V8 is set to collect garbage early: a run
 * against 100,000 records needs 80 MB of heap.
 * @throws KitError `ledger_unwritable`.
 */
export function remoteService(target: Target, environment: Environment, allowWrites: boolean): JudgedService {
  setFlagsFromString('--optimize-for-size')
  const browser = installedBrowser()
  return {
    target,
    ledger: allowWrites ? fileLedger(ledgerDirectory(environment), target.baseUrl, systemTime.now()) : undefined,
    browser,
    close: () => browser.close(),
  }
}

/** Starts a fresh emulator on a port. Its target file declares everything. */
export async function freshEmulator(): Promise<JudgedService> {
  const [{ createEmulator }, { serve }, { toTargetFile }] = await Promise.all([
    import('../../../emulator/create-emulator.ts'),
    import('../../../emulator/serve/serve.ts'),
    import('./target-file.ts'),
  ])
  const emulator = createEmulator()
  const server = await serve(emulator, { port: 0 })
  return {
    target: toTarget(toTargetFile(emulator, server.url, true)),
    ledger: undefined,
    close: () => server.close(),
  }
}

/** Counts the objects that killed runs left at a target. */
export function countLeftovers(baseUrl: string, environment: Environment): number {
  return readLeftLedgers(ledgerDirectory(environment), systemTime.now(), baseUrl)
    .filter(({ active }) => !active)
    .reduce((sum, { ledger }) => sum + ledger.entries.length, 0)
}
