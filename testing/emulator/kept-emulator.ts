import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Emulator } from '../../emulator/create-emulator.ts'
import { openEmulator, type OpenOptions } from '../../emulator/open-emulator.ts'
import { createDataFile } from '../../emulator/serve/data-file/create-data-file.ts'
import { DataFile } from '../../emulator/serve/data-file/data-file.ts'
import type { Seed } from '../../emulator/world/seed.ts'
import { packSeed } from '../../fixtures/packs.ts'

/** An emulator whose worlds are in a data file. */
export interface KeptEmulator {
  readonly file: string
  readonly data: DataFile
  readonly emulator: Emulator
}

/** Data files in a folder of their own, for tests. */
export class DataFiles {
  readonly #directory = mkdtempSync(join(tmpdir(), 'data-file-test-'))
  readonly #open: DataFile[] = []
  #count = 0

  /** A path where nothing is yet. */
  path(): string {
    return join(this.#directory, `${this.#count++}.db`)
  }

  /** Opens a data file, and makes it where it does not exist. */
  open(file: string = this.path(), options: OpenOptions = {}, seed?: Seed): KeptEmulator {
    if (!existsSync(file)) createDataFile(file, seed ?? packSeed('default', { seed: 1, scale: undefined }), 'a test')
    const data = new DataFile(file)
    this.#open.push(data)
    return { file, data, emulator: openEmulator(data.seed, options, data) }
  }

  /** Copies what a process that is killed now would leave, and opens the copy. */
  afterKill(file: string, options: OpenOptions = {}): KeptEmulator {
    const copy = this.path()
    copyFileSync(file, copy)
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`)
    return this.open(copy, options)
  }

  /** Closes what is open and removes the folder. */
  remove(): void {
    for (const data of this.#open) data.close()
    rmSync(this.#directory, { recursive: true, force: true })
  }
}

/** Everything that a data file must keep of an emulator. */
export function keptState(emulator: Emulator): object {
  return emulator.worlds.names.map((name) => [name, emulator.worlds.use(name).snapshot().toJSON()])
}
