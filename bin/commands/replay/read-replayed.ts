import { basename } from 'node:path'
import { readBytes } from '../../files.ts'
import { UsageError } from '../../usage-error.ts'

/** A case: what happened in an emulator until a test failed. */
export interface ReplayedCase {
  /** The name of the file, without its directory. */
  readonly name: string
  readonly bytes: Uint8Array
}

const mostBytes = 500_000_000

/** Reads a case. It is data of a stranger. @throws UsageError that names the file. */
export function readReplayed(file: string): ReplayedCase {
  const bytes = readBytes(file, mostBytes)
  // The first bytes of gzip.
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return { name: basename(file), bytes }
  throw new UsageError(`replay takes a case (FILE.case.gz); ${file} is not one.`)
}
