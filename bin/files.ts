// The files that users name: what they read is JSON or YAML, and what is written is whole.
import { accessSync, closeSync, constants, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { decodeText } from '../emulator/serve/decode-text.ts'
import { makeDirectory } from '../emulator/serve/make-directory.ts'
import { parseYaml } from '../emulator/serve/twin/parse-yaml.ts'
import { writeFile } from '../emulator/serve/write-file.ts'
import { blaming, messageLine, UsageError } from './usage-error.ts'

export { finalPath } from '../emulator/serve/write-file.ts'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
  ENOTDIR: 'a part of its path is not a directory',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
}

/** The reason why a file operation failed, in a few words. */
export function fileErrorReason(error: unknown): string {
  return reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? messageLine(error)
}

/** Reads the text of a user's file. @throws UsageError that names the file. */
export function readTextFile(file: string): string {
  try {
    return decodeText(readFileSync(file))
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${fileErrorReason(error)}.`)
  }
}

/**
 * Reads the JSON or YAML of a file, without the member by which editors find its schema.
 * @param option The option that names the file.
 * @throws UsageError that names the option, the file and the mistake.
 */
export async function readYamlFile(option: string, file: string): Promise<unknown> {
  const text = blaming(option, () => readTextFile(file))
  try {
    return await parseYaml(text)
  } catch (error) {
    throw new UsageError(`${option}: ${file} ${messageLine(error)}`)
  }
}

/**
 * Reads an untrusted file. A device never ends, and a wrong file may exceed the memory.
 * @param most The size limit in bytes.
 * @throws UsageError that names the file.
 */
export function readBytes(file: string, most: number): Uint8Array {
  const pieces: Uint8Array[] = []
  let descriptor: number | undefined
  let length = 0
  try {
    descriptor = openSync(file, 'r')
    for (;;) {
      const piece = new Uint8Array(1_048_576)
      const read = readSync(descriptor, piece)
      if (read === 0) return Buffer.concat(pieces)
      length += read
      if (length > most) break
      pieces.push(piece.subarray(0, read))
    }
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${fileErrorReason(error)}.`)
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
  throw new UsageError(
    `expected a file of at most ${most.toLocaleString('en')} bytes; ${file} has more. Check its name.`,
  )
}

/** Checks that a file can be written, before the work for it begins. @throws UsageError that names the file. */
export function assertWritableFile(file: string): void {
  const directory = dirname(resolve(file))
  let reason: string | undefined
  try {
    makeDirectory(directory)
    const existing = statSync(file, { throwIfNoEntry: false })
    if (existing?.isDirectory()) reason = reasons['EISDIR']
    // Devices and pipes are written directly. Files are replaced, which needs a writable directory.
    accessSync(existing?.isFile() === false ? file : directory, constants.W_OK)
  } catch (error) {
    reason = fileErrorReason(error)
  }
  if (reason !== undefined) throw cannotWrite(file, reason)
}

/** Writes a file atomically. @throws UsageError that names the file. */
export function writeWhole(file: string, text: string | Iterable<string>, mode?: number): void {
  try {
    writeFile(file, text, { mode })
  } catch (error) {
    throw cannotWrite(file, fileErrorReason(error))
  }
}

export function cannotWrite(file: string, reason: string): UsageError {
  return new UsageError(`cannot write ${file}: ${reason}.`)
}
