// --watch: makes the emulator anew when a file that it was made from changes.
import type { Emulator } from '../../emulator/create-emulator.ts'
import type { FixturePack } from '../../fixtures/pack-options.ts'
import type { EmulatorFlags } from '../options/emulator-options.ts'
import { messageOf, UsageError } from '../usage-error.ts'
import { usageOf } from '../usage-of.ts'
import { WatchedFiles } from './watch-files.ts'

/** What an emulator is made from: options, and the configuration file that some of them are from. */
export interface Source {
  readonly flags: EmulatorFlags
  readonly configFile: string | undefined
}

interface ReseedingOptions {
  readonly source: Source
  /** Reads the options again. */
  readonly read: () => Promise<Source>
  readonly create: (flags: EmulatorFlags) => Promise<Emulator>
  /** Puts a new emulator in the place of the old one. */
  readonly replace: (emulator: Emulator) => Promise<void>
  readonly say: (line: string) => void
}

/** The options that only a restart can change. */
const lasting = (
  'port host allow-origin control-token base-path public-url https https-cert https-key ' +
  'export-on-exit target-file data no-control log open json watch import'
).split(' ') as (keyof EmulatorFlags)[]

/** Refuses options that contradict --watch. @throws UsageError */
export function assertWatchable({ watch, data }: EmulatorFlags): void {
  if (watch && data !== undefined)
    throw new UsageError('--watch makes the data anew, and --data keeps them. Leave one of them out.')
}

/** Watches the files of an emulator until it is closed. */
export class Reseeding {
  readonly #options: ReseedingOptions
  readonly #files: WatchedFiles
  readonly #first: EmulatorFlags
  #last: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(options: ReseedingOptions) {
    this.#options = options
    this.#first = options.source.flags
    this.#files = new WatchedFiles((file) => {
      // One after the other, as a second change may come while the first is read.
      this.#last = this.#last.then(() => this.#reseed(file))
    })
    this.#files.set(filesOf(options.source))
  }

  /** Stops watching. Waits for what is being made. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#files.close()
    await this.#last
  }

  async #reseed(file: string): Promise<void> {
    const { read, create, replace, say } = this.#options
    if (this.#isClosed) return
    try {
      const source = await read()
      this.#files.set(filesOf(source))
      const kept = Object.fromEntries(lasting.map((name) => [name, this.#first[name]])) as Partial<EmulatorFlags>
      const ignored = lasting.filter((name) => !same(source.flags[name], this.#first[name]))
      const anew = await create({ ...source.flags, ...kept })
      if (this.#isClosed) return
      await replace(anew)
      say(`${file} has changed; all worlds begin anew.`)
      if (ignored.length > 0)
        say(`A change of ${ignored.map((name) => `--${name}`).join(', ')} needs a restart of the emulator.`)
    } catch (error) {
      // An adapter may throw anything.
      say(`${file} has changed, and the worlds are kept as they are: ${usageOf(error) ?? messageOf(error)}`)
    }
  }
}

/** The fixture packs. Their own list would load Faker. */
const packs: Readonly<Record<FixturePack, true>> = { default: true, empty: true, edge: true }

/** The files that an emulator was made from. */
function filesOf({ flags, configFile }: Source): readonly string[] {
  const { fixtures, conventions, adapter } = flags
  const isPack = fixtures !== undefined && Object.hasOwn(packs, fixtures)
  return [configFile, isPack ? undefined : fixtures, conventions, ...adapter].filter((file) => file !== undefined)
}

function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
