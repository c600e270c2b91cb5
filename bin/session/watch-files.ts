// --watch: looks at files by their times. That also notices files that editors replace, and works on every file system.
import { type Stats, unwatchFile, watchFile } from 'node:fs'

/** How often each file is looked at, in milliseconds. */
const interval = 200

type Listener = (now: Stats, before: Stats) => void

/** Files that are watched. */
export class WatchedFiles {
  readonly #changed: (file: string) => void
  readonly #listeners = new Map<string, Listener>()

  /** @param changed Called with each file that was changed, made or removed. */
  constructor(changed: (file: string) => void) {
    this.#changed = changed
  }

  /** Watches these files and no others. */
  set(files: readonly string[]): void {
    for (const [file, listener] of this.#listeners)
      if (!files.includes(file)) {
        unwatchFile(file, listener)
        this.#listeners.delete(file)
      }
    for (const file of files) {
      if (this.#listeners.has(file)) continue
      const listener: Listener = (now, before) => {
        const { mtimeMs, size, ino } = before
        if (now.mtimeMs !== mtimeMs || now.size !== size || now.ino !== ino) this.#changed(file)
      }
      this.#listeners.set(file, listener)
      watchFile(file, { interval, persistent: false }, listener)
    }
  }

  /** Watches no file. */
  close(): void {
    this.set([])
  }
}
