// --watch: makes the emulator anew when a file that it was made from changes.
import { relative, resolve } from 'node:path'
import type { Emulator } from '../../../emulator/create-emulator.ts'
import type { FixturePack } from '../../../fixtures/pack-options.ts'
import type { EmulatorFlags } from '../../options/emulator-options.ts'
import { foundByItself } from '../../options/read-flags.ts'
import { messageOf, UsageError } from '../../usage-error.ts'
import { usageOf } from '../../usage-of.ts'
import { canFollow, FollowedModules } from './followed-modules.ts'
import { WatchedFiles } from './watched-files.ts'

/** The source of an emulator: options, and the configuration file that some of them are from. */
export interface SeedSource {
  readonly flags: EmulatorFlags
  readonly configFile: string | undefined
}

interface ReseedingOptions {
  readonly source: SeedSource
  /** Reads the options again. */
  readonly read: () => Promise<SeedSource>
  readonly create: (flags: EmulatorFlags) => Promise<Emulator>
  /** Puts a new emulator in the place of the old one. */
  readonly replace: (emulator: Emulator) => Promise<void>
  readonly say: (line: string) => void
}

/** The options that only a restart can change. */
const lasting =
  'port host allowed-host allow-origin control-token base-path public-url https https-cert https-key export-on-exit target-file data no-control log open json watch import'.split(
    ' ',
  ) as (keyof EmulatorFlags)[]

/** Refuses options that contradict --watch. @throws UsageError */
export function assertWatchable({ watch, data }: EmulatorFlags): void {
  if (watch && data !== undefined)
    throw new UsageError('--watch makes the data anew, and --data keeps them. Leave one of them out.')
}

/** Watches the files of an emulator until it is closed. Made before they are read, so that no change is missed. */
export class Reseeding {
  readonly #options: ReseedingOptions
  readonly #files: WatchedFiles
  readonly #modules: FollowedModules
  readonly #first: EmulatorFlags
  #last: Promise<void> = Promise.resolve()
  #replacing: Promise<void> | undefined
  #isClosed = false

  constructor(options: ReseedingOptions) {
    this.#options = options
    this.#first = options.source.flags
    this.#files = new WatchedFiles((files) => {
      // One after the other, as a second change may come while the first is read.
      this.#last = this.#last.then(() => this.#reseed(files))
    })
    this.#modules = new FollowedModules((file) => this.#files.add(file))
    this.#modules.follow(options.source.flags.adapter)
    this.#watch(options.source)
    if (!canFollow()) options.say(`--watch does not look at what adapters import: that needs Node 22.15 or newer.`)
  }

  /** Begins to look at the files. */
  begin(): void {
    this.#files.begin()
  }

  /** Stops watching. What is being made is not waited for, as a module may never end to load. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#files.close()
    this.#modules.close()
    await this.#replacing
  }

  async #reseed(files: readonly string[]): Promise<void> {
    const { read, create, say } = this.#options
    if (this.#isClosed) return
    const changed = `${toNames(files)} ${files.length > 1 ? 'have' : 'has'} changed`
    try {
      const kept = this.#modules.renew(files)
      const source = await read()
      this.#modules.follow(source.flags.adapter)
      this.#watch(source)
      const lastingOnes = Object.fromEntries(lasting.map((name) => [name, this.#first[name]])) as Partial<EmulatorFlags>
      const anew = await create({ ...source.flags, ...lastingOnes })
      if (this.#isClosed) return
      this.#modules.tidy()
      this.#watch(source)
      await this.#replace(anew)
      say(`${changed}; all worlds begin anew.`)
      const ignored = lasting.filter((name) => !same(source.flags[name], this.#first[name]))
      if (ignored.length > 0)
        say(`A change of ${ignored.map((name) => `--${name}`).join(', ')} needs a restart of the emulator.`)
      if (kept.length > 0)
        say(`${toNames(kept)}: Node loads an ES module once that is taken by require; restart the emulator.`)
    } catch (error) {
      this.#modules.renewAllNext()
      // An adapter may throw anything.
      say(`${changed}, and the worlds are kept as they are: ${usageOf(error) ?? messageOf(error)}`)
    }
  }

  async #replace(anew: Emulator): Promise<void> {
    const replacing = this.#options.replace(anew)
    this.#replacing = replacing.catch(() => {})
    await replacing
  }

  /** Watches what an emulator is made from, and the modules that are known so far. */
  #watch(source: SeedSource): void {
    this.#files.set([...filesOf(source).map((file) => resolve(file)), ...this.#modules.files])
  }
}

/** The fixture packs. Their own list would load Faker. */
const packs: Readonly<Record<FixturePack, true>> = { default: true, empty: true, edge: true }

/** The files that an emulator was made from. */
function filesOf({ flags, configFile }: SeedSource): readonly string[] {
  const { fixtures, conventions, adapter } = flags
  const isPack = fixtures !== undefined && Object.hasOwn(packs, fixtures)
  // A configuration file that is found by itself may also be made later.
  const files = [configFile ?? foundByItself, isPack ? undefined : fixtures, conventions, ...adapter]
  return files.filter((file) => file !== undefined)
}

function toNames(files: readonly string[]): string {
  return files.map((file) => relative('', file)).join(', ')
}

function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
