// Temporary files, which are written next to another file and then moved over it.
import { basename, dirname, join } from 'node:path'

/** The beginning of the name of every temporary file of this machine for a file. */
function temporaryPrefix(place: string): string {
  const { hostname } = process.getBuiltinModule('node:os')
  return `${place}.${hostname().replaceAll(/[^\w-]/g, '_')}.`
}

/** A new path next to a file. Its name identifies the process and the machine that write it. */
export function temporaryFile(place: string): string {
  const { randomUUID } = process.getBuiltinModule('node:crypto')
  return `${temporaryPrefix(place)}${process.pid}.${randomUUID().slice(0, 8)}.tmp`
}

/** Removes the temporary files and directories that killed processes of this machine left next to a file. */
export function removeLeftTemporaryFiles(place: string): void {
  const { readdirSync, rmSync } = process.getBuiltinModule('node:fs')
  const prefix = basename(temporaryPrefix(place))
  for (const name of readdirSync(dirname(place))) {
    if (!name.startsWith(prefix)) continue
    const [, pid] = /^(\d+)\.[0-9a-f]{8}\.tmp$/.exec(name.slice(prefix.length)) ?? []
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(dirname(place), name), { force: true, recursive: true })
  }
}

/** Returns true if a process of this machine is running. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Another user's process cannot be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
