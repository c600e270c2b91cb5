// Writes all files of the package.
import { dirname, resolve } from 'node:path'
import { makeDirectory } from './make-directory.ts'
import { removeLeftTemporaryFiles, temporaryFile } from './temporary-files.ts'

/** The path of a file once all links are followed. The file may not exist yet. */
export function finalPath(file: string): string {
  try {
    return process.getBuiltinModule('node:fs').realpathSync(file)
  } catch {
    return resolve(file)
  }
}

/** How a file is written. */
export interface WriteOptions {
  /** The mode of the file. Default: that of the existing file, or the usual one. */
  readonly mode?: number | undefined
  /**
   * Replaces a link, a device or any other file at the path, if another user could have put it there. Default: false.
   */
  readonly replaces?: boolean
}

/**
 * Writes a file atomically, so that neither a reader nor a killed process or a full disk leaves half of it: a temporary
 * file next to it is written, flushed to the disk and moved over it. A link that the user names stays a link, and an
 * existing file keeps its mode. Devices and pipes, such as /dev/null, are written to, since moving a file would replace
 * them.
 * @param content The content, or its pieces, so that it may be longer than a string.
 * @throws Error of Node.
 */
export function writeFile(
  file: string,
  content: string | Uint8Array | Iterable<string>,
  { mode, replaces = false }: WriteOptions = {},
): void {
  const { chmodSync, renameSync, rmSync, statSync } = process.getBuiltinModule('node:fs')
  const place = replaces ? resolve(file) : finalPath(file)
  const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content
  makeDirectory(dirname(place))
  const existing = replaces ? undefined : statSync(place, { throwIfNoEntry: false })
  if (existing && !existing.isFile()) return writeAll(place, 'w', pieces)
  removeLeftTemporaryFiles(place)
  const draft = temporaryFile(place)
  try {
    writeAll(draft, 'wx', pieces, mode ?? 0o666)
    if (existing && mode === undefined) chmodSync(draft, existing.mode & 0o7777)
    renameSync(draft, place)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  syncDirectory(dirname(place))
}

/** @throws Error for a path that is a link: another user could have created it, to redirect the write. */
export function assertNoLinks(paths: readonly string[]): void {
  const { lstatSync } = process.getBuiltinModule('node:fs')
  for (const path of paths)
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new Error(`${path} is a link, which is not followed; remove it`)
}

function writeAll(file: string, flag: 'w' | 'wx', pieces: Iterable<string | Uint8Array>, mode?: number): void {
  const { closeSync, fsyncSync, openSync, writeSync } = process.getBuiltinModule('node:fs')
  const descriptor = openSync(file, flag, mode)
  try {
    for (const piece of pieces) {
      const bytes = typeof piece === 'string' ? new TextEncoder().encode(piece) : piece
      for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written)
    }
    if (flag === 'wx') fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Flushes the entry of a new file. Not every system can flush a directory; there, renaming must be enough. */
export function syncDirectory(directory: string): void {
  const { closeSync, fsyncSync, openSync } = process.getBuiltinModule('node:fs')
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
