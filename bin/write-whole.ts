import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { temporaryFileBeside, removeLeftTemporaryFiles } from '../emulator/serve/temporary-files.ts'
import { makeDirectory } from '../emulator/serve/make-directory.ts'
import { cannotWrite, reasonOf } from './files.ts'

/** The path of a file once all links are followed. The file may not exist yet. */
export function finalPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return resolve(file)
  }
}

/**
 * Writes a file atomically, so that neither a reader nor a killed process or a full disk leaves half of it: a draft
 * beside it is written, flushed to the disk and moved over it. A link stays a link, and an existing file keeps its
 * mode. Devices and pipes, such as /dev/null, are written to, since moving a file would replace them.
 * @param text The text, or its pieces, so that it may be longer than a string.
 * @param mode The mode of the file. Default: that of the existing file, or the usual one.
 * @throws UsageError that names the file.
 */
export function writeWhole(file: string, text: string | Iterable<string>, mode?: number): void {
  const place = finalPath(file)
  const pieces = typeof text === 'string' ? [text] : text
  const draft = temporaryFileBeside(place)
  try {
    makeDirectory(dirname(place))
    const existing = statSync(place, { throwIfNoEntry: false })
    if (existing && !existing.isFile()) return writeAll(place, 'w', pieces)
    removeLeftTemporaryFiles(place)
    try {
      writeAll(draft, 'wx', pieces, mode ?? 0o666)
      if (existing && mode === undefined) chmodSync(draft, existing.mode & 0o7777)
      renameSync(draft, place)
    } catch (error) {
      rmSync(draft, { force: true })
      throw error
    }
    syncDirectory(dirname(place))
  } catch (error) {
    throw cannotWrite(file, reasonOf(error))
  }
}

function writeAll(file: string, flag: 'w' | 'wx', pieces: Iterable<string>, mode?: number): void {
  const descriptor = openSync(file, flag, mode)
  try {
    for (const piece of pieces) {
      const bytes = Buffer.from(piece)
      for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written)
    }
    if (flag === 'wx') fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Flushes the entry of a new file. Not every system can do that to a directory; there, renaming has to do. */
function syncDirectory(directory: string): void {
  try {
    const descriptor = openSync(directory, 'r')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    // The file itself is on the disk.
  }
}
