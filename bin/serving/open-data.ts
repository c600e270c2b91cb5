// --data: opens the file that keeps the worlds, or creates it.
import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { createDataFile } from '../../emulator/serve/data-file/create-data-file.ts'
import { DataFile } from '../../emulator/serve/data-file/data-file.ts'
import { loadSqlite } from '../../emulator/serve/data-file/sqlite.ts'
import { defaultSeed } from '../../fixtures/pack-options.ts'
import { assertWritableFile, finalPath } from '../files.ts'
import { UsageError } from '../usage-error.ts'
import type { Seed } from '../../emulator/world/seed.ts'
import type { SeedFlags } from './seed-from-flags.ts'

/** The origin of the data of a file. A fixture file is identified by its contents. */
interface DataOrigin {
  readonly seed: number
  readonly fixtures: string
  readonly scale: number | null
}

/**
 * Opens a data file for exclusive use by this process.
 * @param begin Makes the data of a new file.
 * @throws UsageError if the file holds other data than the options select; EmulatorError if it cannot be used.
 */
export async function openData(file: string, flags: SeedFlags, begin: () => Promise<Seed>): Promise<DataFile> {
  loadSqlite()
  assertWritableFile(file)
  const place = finalPath(file)
  const asked = originOfFlags(flags)
  if (!existsSync(place)) {
    const origin: DataOrigin = { seed: defaultSeed, fixtures: 'default', scale: null, ...asked }
    createDataFile(place, await begin(), JSON.stringify(origin))
  }
  const data = new DataFile(place)
  try {
    assertSameOptions(file, JSON.parse(data.origin) as DataOrigin, asked)
  } catch (error) {
    data.close()
    throw error
  }
  return data
}

function originOfFlags({ seed, scale, fixtures }: SeedFlags): Partial<DataOrigin> {
  return {
    ...(seed === undefined ? {} : { seed }),
    ...(scale === undefined ? {} : { scale }),
    ...(fixtures === undefined ? {} : { fixtures: existsSync(fixtures) ? digestOfFile(fixtures) : fixtures }),
  }
}

/**
 * A restart with the same options continues with the file. With other options, either the file or the options would be
 * ignored.
 */
function assertSameOptions(file: string, made: DataOrigin, asked: Partial<DataOrigin>): void {
  const advice = 'Leave the option out to continue with the file, or name a new file.'
  if (asked.fixtures !== undefined && asked.fixtures !== made.fixtures)
    throw new UsageError(`${file} holds data from other --fixtures. ${advice}`)
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
