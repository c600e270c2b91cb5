// Holds a file for one process, by a file beside it that says who holds it.
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  copyFileSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { isAlive } from '../../emulator/serve/temporary-files.ts'
import { makeDirectory } from '../../emulator/serve/make-directory.ts'
import { cannotWrite, reasonOf } from '../files.ts'
import { UsageError } from '../usage-error.ts'
import { finalPath } from '../write-whole.ts'

/** How often the holder touches its lock, and after how long a lock of another machine counts as left behind. */
const touched = 10_000
const abandoned = 60_000

interface Holder {
  readonly pid: number
  readonly host: string
  readonly since: string
  /** When the process began, where the system tells. The number of an ended process is given to another one. */
  readonly began?: string | undefined
  /** Tells two holders apart, even where a container gives each the same process number. */
  readonly token: string
}

/**
 * Holds a file until the returned function is called. A lock of a dead process is taken over, and one of another
 * machine, whose processes cannot be seen, once nobody has touched it for a minute.
 * @throws UsageError that names the holder.
 */
export function holdFile(file: string): () => void {
  const place = finalPath(file)
  // Devices and pipes are written to, which disturbs nobody.
  if (statSync(place, { throwIfNoEntry: false })?.isFile() === false) return () => {}
  const lock = `${place}.lock`
  const draft = `${lock}.${randomUUID().slice(0, 8)}`
  try {
    makeDirectory(dirname(lock))
    writeFileSync(draft, '')
    // The draft's own time, as the clock of a remote disk may differ from ours.
    const now = statSync(draft).mtime
    const { pid } = process
    const began = beginningOf(pid)
    const holder: Holder = { pid, host: hostname(), since: now.toISOString(), began, token: randomUUID() }
    writeFileSync(draft, `${JSON.stringify(holder)}\n`)
    take(file, lock, draft, now.getTime())
    const timer = setInterval(() => touch(lock, holder), touched).unref()
    return () => {
      clearInterval(timer)
      if (holderOf(lock)?.token === holder.token) rmSync(lock, { force: true })
    }
  } catch (error) {
    throw error instanceof UsageError ? error : cannotWrite(file, reasonOf(error))
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Links the draft as the lock, which fails if there is one. */
function take(file: string, lock: string, draft: string, now: number): void {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return linkOrCopy(draft, lock)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = holderOf(lock)
    if (holder && isHeld(lock, holder, now))
      throw new UsageError(
        `${file} is held by process ${holder.pid} on ${holder.host}, since ${holder.since}. Stop it, name another file, or remove ${lock}.`,
      )
    removeLeft(lock, holder, `${draft}.left`)
  }
  throw new UsageError(`${file} is held by another process. Name another file, or remove ${lock}.`)
}

/** Not every file system has links. A copy appears with its name first and its text later, so a link is better. */
function linkOrCopy(draft: string, lock: string): void {
  try {
    linkSync(draft, lock)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
    copyFileSync(draft, lock, constants.COPYFILE_EXCL)
  }
}

/** Removes a lock that was left behind. If another process has taken it over meanwhile, its lock is put back. */
function removeLeft(lock: string, left: Holder | undefined, aside: string): void {
  try {
    renameSync(lock, aside)
    if (holderOf(aside)?.token !== left?.token) linkSync(aside, lock)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

/** The holder that a lock names; undefined when it is gone or is no lock. */
function holderOf(lock: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(lock, 'utf8')) as Partial<Holder> | null
    return typeof holder?.pid === 'number' && typeof holder.token === 'string' ? (holder as Holder) : undefined
  } catch {
    return undefined
  }
}

function isHeld(lock: string, { pid, host, began }: Holder, now: number): boolean {
  // A restarted container has the name and the process number of the one before.
  if (host === hostname()) return pid !== process.pid && isAlive(pid) && isSame(began, beginningOf(pid))
  return now - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0) < abandoned
}

const isSame = (began: string | undefined, now: string | undefined): boolean =>
  began === undefined || now === undefined || began === now

/** When a process began, in ticks since the start of the machine; undefined where there is no /proc. */
function beginningOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is a name in parentheses, which may hold spaces; this is the 22nd.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}

/** Writes the same text again, so that the disk sets the time by its own clock. */
function touch(lock: string, holder: Holder): void {
  try {
    if (holderOf(lock)?.token !== holder.token) return
    const descriptor = openSync(lock, 'r+')
    writeSync(descriptor, `${JSON.stringify(holder)}\n`, 0)
    closeSync(descriptor)
  } catch {
    // The disk is gone or full; the next touch may succeed.
  }
}
