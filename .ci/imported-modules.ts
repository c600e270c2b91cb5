import type { Rolldown } from 'tsdown'

/** The imports of the modules of a build, as the bundler resolves them: without types, and without `import()`. */
export class ImportedModules {
  readonly #imports = new Map<string, readonly string[]>()
  readonly #found = new Map<string, ReadonlySet<string>>()
  readonly plugin: Rolldown.Plugin = {
    name: 'imported-modules',
    moduleParsed: ({ id, importedIds }) => void this.#imports.set(id, importedIds),
  }

  /** All modules that are loaded with an entry. Chunks may ask for it once the modules are parsed. */
  with(entry: string): ReadonlySet<string> {
    let found = this.#found.get(entry)
    if (!found) this.#found.set(entry, (found = this.#search(entry)))
    return found
  }

  #search(entry: string): ReadonlySet<string> {
    const found = new Set([entry])
    for (const id of found) for (const imported of this.#imports.get(id) ?? []) found.add(imported)
    return found
  }
}
