import { randomUUID } from 'node:crypto'
import { realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { cannotWrite, writeText } from '../files.ts'
import { UsageError } from '../usage-error.ts'

/** The path of a file once all links are followed. The file may not exist yet. */
export function placeOf(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return resolve(file)
  }
}

/**
 * Writes a file atomically, so that a reader never finds half of it: a draft in the same directory is moved over it. A
 * link stays a link. Devices and pipes, such as /dev/null, are written to, since moving a file would replace them.
 * @throws UsageError that names the file.
 */
export function writeWhole(file: string, text: string): void {
  const place = placeOf(file)
  if (statSync(place, { throwIfNoEntry: false })?.isFile() === false) return writeText(place, text)
  const draft = `${place}.${randomUUID().slice(0, 8)}.tmp`
  try {
    writeText(draft, text)
    renameSync(draft, place)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error instanceof UsageError ? error : cannotWrite(file, (error as Error).message)
  }
}
