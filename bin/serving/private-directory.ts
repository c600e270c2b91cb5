// Creates the directory of `exec` for files with credentials, and removes those that killed processes left.
import { lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../../emulator/serve/temporary-files.ts'

/** The prefix of directory names on this machine. Containers may share a directory but have their own process ids. */
function directoryPrefix(): string {
  return `emulator-exec.${hostname().replaceAll(/[^\w-]/g, '_')}.`
}

/** Runs a function with a directory that only this user can read. Its name contains the process id. */
export async function usePrivateDirectory<Result>(work: (directory: string) => Promise<Result>): Promise<Result> {
  removeLeftDirectories()
  const directory = mkdtempSync(join(tmpdir(), `${directoryPrefix()}${process.pid}.`))
  try {
    return await work(directory)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/**
 * Runs a function with a target file that only this user can read.
 * @param target The content of the file.
 */
export function useTargetFile<Result>(target: object, work: (file: string) => Promise<Result>): Promise<Result> {
  return usePrivateDirectory((directory) => {
    const file = join(directory, 'target.json')
    writeFileSync(file, JSON.stringify(target), { mode: 0o600 })
    return work(file)
  })
}

/** Removes the directories that this user's killed processes left. The next start retries what cannot be removed. */
export function removeLeftDirectories(): void {
  const userPrefix = directoryPrefix()
  for (const name of listDirectory(tmpdir())) {
    if (!name.startsWith(userPrefix)) continue
    const [, pid] = /^(\d+)\.\w{6}$/.exec(name.slice(userPrefix.length)) ?? []
    if (pid === undefined || (Number(pid) !== process.pid && isAlive(Number(pid)))) continue
    const path = join(tmpdir(), name)
    try {
      if (lstatSync(path).uid === process.getuid?.()) rmSync(path, { recursive: true, force: true })
    } catch {
      // Another start may have removed it.
    }
  }
}

function listDirectory(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
