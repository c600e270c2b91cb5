import { createHash, randomUUID } from 'node:crypto'
import { accessSync, constants, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, hostname } from 'node:os'
import { join } from 'node:path'
import { KitError } from '../kit-error.ts'
import { longestDuration } from './deadline.ts'
import { Ledger, type LedgerEntry } from './ledger.ts'

/** The ledger of an earlier run. */
export interface LeftLedger {
  readonly ledger: Ledger
  readonly baseUrl: string
  /** True if its run is still active, and will clean up after itself. */
  readonly active: boolean
}

interface LedgerFile {
  readonly version: 1
  readonly baseUrl: string
  readonly pid: number
  readonly host: string
  readonly startedAt: number
  readonly entries: readonly LedgerEntry[]
}

/**
 * Milliseconds, longer than any run, which ends after `longestDuration`. An older ledger was left by another process,
 * even if the process id is in use again.
 */
const longestRun = longestDuration + 3_600_000

/** The directory of ledgers between runs, within the user's state directory. */
export function ledgerDirectory(environment: Readonly<Record<string, string | undefined>>): string {
  const state = environment['XDG_STATE_HOME']
  return join(
    state !== undefined && state !== '' ? state : join(homedir(), '.local', 'state'),
    'platform-data-conformance',
  )
}

/**
 * A ledger in a separate file, so that concurrent runs never overwrite each other's entries. The file exists only while
 * there is something to delete, and holds no secret.
 * @throws KitError `ledger_unwritable` immediately if it could not be written later.
 */
export function fileLedger(directory: string, baseUrl: string, now: number): Ledger {
  const file = join(directory, `${filePrefix(baseUrl)}-${randomUUID()}.json`)
  const written = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      throw new KitError(
        'ledger_unwritable',
        `what is made at the target cannot be written down in ${directory} (${(error as Error).message}); set XDG_STATE_HOME to a directory that can be written`,
      )
    }
  }
  written(() => {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    accessSync(directory, constants.W_OK)
  })
  const content = {
    version: 1,
    baseUrl: originAndPath(baseUrl),
    pid: process.pid,
    host: hostname(),
    startedAt: now,
  } as const
  return new Ledger({ load: () => [], save: (entries) => written(() => writeLedger(file, { ...content, entries })) })
}

/** The ledgers of earlier runs, against one target or any. Drafts that killed processes left are removed. */
export function readLeftLedgers(directory: string, now: number, baseUrl?: string): readonly LeftLedger[] {
  for (const name of listDirectory(directory)) if (isLeftDraft(name)) rmSync(join(directory, name), { force: true })
  const names = listDirectory(directory).filter(
    (name) => name.endsWith('.json') && (baseUrl === undefined || name.startsWith(`${filePrefix(baseUrl)}-`)),
  )
  return names.flatMap((name) => {
    const file = join(directory, name)
    const content = readLedger(file)
    if (!content) return []
    const ledger = new Ledger({
      load: () => content.entries,
      save: (entries) => writeLedger(file, { ...content, entries }),
    })
    return [{ ledger, baseUrl: content.baseUrl, active: isActive(content, now) }]
  })
}

/**
 * Writes another file, flushes it to the disk and renames it, so that a reader, a killed writer or a power failure
 * never leaves half of it. A symbolic link in place of either file is replaced, not followed. The emulator has a
 * separate writer, which the kit does not import.
 */
function writeLedger(file: string, content: LedgerFile): void {
  if (content.entries.length === 0) return rmSync(file, { force: true })
  const draft = `${file}.${machineName()}.${process.pid}.tmp`
  rmSync(draft, { force: true })
  writeFileSync(draft, JSON.stringify(content), { mode: 0o600, flush: true, flag: 'wx' })
  renameSync(draft, file)
}

/** The name of this machine as a part of a file name. */
const machineName = () => hostname().replaceAll(/[^\w-]/g, '_')

/**
 * Returns true for the draft of a process of this machine that has ended. Nothing is lost with it: requests are sent
 * only after the draft was renamed.
 */
function isLeftDraft(name: string): boolean {
  const [, host, pid] = /\.json\.([\w-]+)\.(\d+)\.tmp$/.exec(name) ?? []
  return host === machineName() && !isRunning(Number(pid))
}

/** @returns undefined for a file that is not a ledger, or is gone by now. */
function readLedger(file: string): LedgerFile | undefined {
  try {
    const content = JSON.parse(readFileSync(file, 'utf8')) as Partial<LedgerFile> | null
    return content?.version === 1 && Array.isArray(content.entries) && typeof content.baseUrl === 'string'
      ? (content as LedgerFile)
      : undefined
  } catch {
    return undefined
  }
}

function isActive({ pid, host, startedAt }: LedgerFile, now: number): boolean {
  if (host !== hostname() || pid === process.pid || now - startedAt > longestRun) return false
  return isRunning(pid)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process belongs to another user, and is running.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The beginning of the names of a target's files. */
function filePrefix(baseUrl: string): string {
  const { host } = new URL(baseUrl)
  const digest = createHash('sha256').update(originAndPath(baseUrl)).digest('hex')
  return `${host.replaceAll(/[^\w.-]/g, '_').slice(0, 60)}-${digest.slice(0, 12)}`
}

function originAndPath(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl)
  return `${origin}${pathname.replace(/\/+$/, '')}`
}

function listDirectory(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
