// --watch: looks at files by their times. That also notices files that editors replace, and works on every file system.
import { type Stats, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'

/** How often all files are looked at, in milliseconds. */
const interval = 200

/** Files that are watched, by their absolute paths. */
export class WatchedFiles {
  /** How each file was when it was last looked at. */
  readonly #stamps = new Map<string, string>()
  readonly #changed: (files: readonly string[]) => void
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  /** @param changed Called with the files that were changed, made or removed since they were last looked at. */
  constructor(changed: (files: readonly string[]) => void) {
    this.#changed = changed
  }

  /** Watches one more file. Call it before the file is read, so that no change is missed. */
  add(file: string): void {
    if (!this.#stamps.has(file)) this.#stamps.set(file, stampNow(file))
  }

  /** Watches these files and no others. */
  set(files: Iterable<string>): void {
    const wanted = new Set(files)
    for (const file of this.#stamps.keys()) if (!wanted.has(file)) this.#stamps.delete(file)
    for (const file of wanted) this.add(file)
  }

  /** Looks at the files again and again. Does not keep the process alive. */
  begin(): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => void this.#look(), interval).unref()
  }

  /** Looks at no file any more. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  async #look(): Promise<void> {
    const looked = await Promise.all(
      [...this.#stamps.keys()].map(async (file) => [file, await stat(file).then(stampOf, () => missing)] as const),
    )
    const changed = looked.filter(([file, stamp]) => this.#stamps.has(file) && this.#stamps.get(file) !== stamp)
    for (const [file, stamp] of changed) this.#stamps.set(file, stamp)
    if (changed.length > 0 && !this.#isClosed) this.#changed(changed.map(([file]) => file))
    this.begin()
  }
}

const missing = 'missing'

/** Differs between two looks at a file that was changed or replaced. */
function stampOf({ mtimeMs, size, ino }: Stats): string {
  return [mtimeMs, size, ino].join()
}

function stampNow(file: string): string {
  try {
    return stampOf(statSync(file))
  } catch {
    return missing
  }
}
