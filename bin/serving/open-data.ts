// --data: opens the file that keeps the worlds, and makes it where it does not exist.
import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { resolve } from 'node:path'
import { createDataFile } from '../../emulator/serve/data-file/create-data-file.ts'
import { DataFile } from '../../emulator/serve/data-file/data-file.ts'
import { loadSqlite } from '../../emulator/serve/data-file/sqlite.ts'
import { defaultSeed } from '../../fixtures/default-seed.ts'
import { finalPath } from '../write-whole.ts'
import { assertWritable, fileExists } from '../files.ts'
import { UsageError } from '../usage-error.ts'
import type { Beginning, SeedFlags } from './seed-from-flags.ts'

/** The origin of the data of a file. Files are known by their contents. */
interface DataOrigin {
  readonly seed: number
  readonly fixtures: string
  readonly scale: number | null
  /** The file of --import that was not there yet. Later starts may name it, too. */
  readonly awaited?: string
}

/**
 * Opens a data file for this process alone.
 * @param begin Makes what a new file begins with, where the file of --import is not there yet, without it. `fill` puts
 * the named worlds into it.
 * @throws UsageError when the file holds other data than the options ask for; EmulatorError when it cannot be used.
 */
export async function openData(
  file: string,
  flags: SeedFlags,
  begin: (isAwaited: boolean) => Promise<Beginning & { readonly fill: (draft: DataFile) => unknown }>,
): Promise<DataFile> {
  loadSqlite()
  assertWritable(file)
  const place = finalPath(file)
  const { import: exported } = flags
  const awaited = exported === undefined || fileExists(exported) ? undefined : resolve(exported)
  const asked = askedOrigin(awaited === undefined ? flags : { ...flags, import: undefined })
  if (!fileExists(place)) {
    const made: DataOrigin = { seed: defaultSeed, fixtures: 'default', scale: null, ...asked }
    const origin = awaited === undefined ? made : { ...made, awaited }
    const { seed, named, fill } = await begin(awaited !== undefined)
    createDataFile(place, seed, JSON.stringify(origin), named.worlds.size === 0 ? undefined : fill)
  }
  const data = new DataFile(place)
  try {
    const made = JSON.parse(data.origin) as DataOrigin
    const { fixtures, ...others } = asked
    const goesOn = exported !== undefined && made.awaited === resolve(exported)
    assertSame(file, made, goesOn || fixtures === undefined ? others : asked)
  } catch (error) {
    data.close()
    throw error
  }
  return data
}

function askedOrigin({ seed, scale, fixtures, import: exported }: SeedFlags): Partial<DataOrigin> {
  const source = exported ?? fixtures
  return {
    ...(seed === undefined ? {} : { seed }),
    ...(scale === undefined ? {} : { scale }),
    ...(source === undefined ? {} : { fixtures: fileExists(source) ? digestOfFile(source) : source }),
  }
}

/** A restart with the same options goes on with the file; with others, the file would be ignored, or the options. */
function assertSame(file: string, made: DataOrigin, asked: Partial<DataOrigin>): void {
  const advice = 'Leave the option out to continue with the file, or name a new file.'
  if (asked.fixtures !== undefined && asked.fixtures !== made.fixtures)
    throw new UsageError(`${file} holds data that were not made from this --fixtures or --import. ${advice}`)
  for (const name of ['seed', 'scale'] as const)
    if (asked[name] !== undefined && asked[name] !== made[name])
      throw new UsageError(
        `${file} holds data made with ${made[name] === null ? `no --${name}` : `--${name} ${made[name]}`}; got --${name} ${asked[name]}. ${advice}`,
      )
}

function digestOfFile(file: string): string {
  const hash = createHash('sha256')
  const piece = new Uint8Array(1_048_576)
  const descriptor = openSync(file, 'r')
  try {
    for (let length = readSync(descriptor, piece); length > 0; length = readSync(descriptor, piece))
      hash.update(piece.subarray(0, length))
  } finally {
    closeSync(descriptor)
  }
  return `sha256:${hash.digest('hex')}`
}
