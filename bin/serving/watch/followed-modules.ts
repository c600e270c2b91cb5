// --watch: the modules that adapters are made from. Node loads a module once for each URL and keeps it until the
// process ends, so a changed module gets another URL, and so does each module that imports it.
import nodeModule, { createRequire, type ResolveHookSync } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { types } from 'node:util'

/** The known facts about a module. */
interface Module {
  /** Part of its URL. The first version has none, so that stack traces show plain paths. */
  readonly version: number
  /** The paths of the modules that it imports, and where those may be made that it failed to find. */
  readonly imports: Set<string>
  /** The specifiers of its `import` and `require`. */
  readonly requests: Set<string>
}

/** The modules that CommonJS has loaded, by path. */
const { cache: commonJs } = createRequire(import.meta.url)

/** Returns true if this Node can follow modules: 22.15 or newer. */
export function canFollow(): boolean {
  // Bun has none, either.
  return typeof (nodeModule as Partial<typeof nodeModule>).registerHooks === 'function'
}

/** The modules that adapters are made from, except those in `node_modules`, by their absolute paths. */
export class FollowedModules {
  readonly #modules = new Map<string, Module>()
  readonly #found: (file: string) => void
  readonly #hooks: { readonly deregister: () => void } | undefined
  #adapterUrls: ReadonlySet<string> = new Set()
  /** The paths of adapters, where a link leads to another than the user gave. */
  readonly #adapters = new Set<string>()
  #version = 0
  #isAllStale = false
  #isForgetting = false

  /** @param found Called with the path of each module before it is loaded. */
  constructor(found: (file: string) => void) {
    this.#found = found
    this.#hooks = canFollow() ? nodeModule.registerHooks({ resolve: this.#resolve }) : undefined
  }

  /** The files that the adapters need, and those that they failed to find. */
  get files(): Iterable<string> {
    return this.#modules.keys()
  }

  /** Follows these files, whose URLs are about to be imported. */
  follow(adapters: readonly string[]): void {
    this.#adapterUrls = new Set(adapters.map((file) => pathToFileURL(resolve(file)).href))
    this.#adapters.clear()
  }

  /**
   * Lets the next import load changed modules anew.
   * @returns the modules that Node cannot load anew.
   */
  renew(changed: readonly string[]): readonly string[] {
    const outdated = this.#withImporters(changed)
    // A second `require` of the same path in a folder asks no hook, so what CommonJS loaded may have more importers.
    const isEvery = this.#isAllStale || outdated.some((file) => commonJs[file])
    const stale = isEvery ? [...this.#modules.keys()] : outdated
    // `require` gives an ES module no URL of its own.
    const kept = outdated.filter((file) => types.isModuleNamespaceObject(commonJs[file]?.exports))
    this.#isAllStale = false
    if (stale.length > 0) this.#version += 1
    for (const file of stale) delete commonJs[file]
    for (const file of stale) {
      for (const request of this.#modules.get(file)!.requests) this.#forget(file, request)
      this.#modules.delete(file)
    }
    return kept
  }

  /**
   * Lets Node forget what a request resolves to. It would otherwise give `require` the empty exports of a module that
   * an ES module imports as well, before that is loaded.
   */
  #forget(file: string, request: string): void {
    this.#isForgetting = true
    try {
      createRequire(file)(request)
    } catch {
      // Thrown below, once Node has forgotten it.
    } finally {
      this.#isForgetting = false
    }
  }

  /** Lets the next import load all modules anew after a failure, as Node keeps modules that failed, too. */
  renewAllNext(): void {
    this.#isAllStale = true
  }

  /** Forgets modules that no adapter needs any more. */
  tidy(): void {
    const needed = new Set(this.#adapters)
    for (const file of this.#modules.keys()) if (commonJs[file]) needed.add(file)
    // The set grows while it is read.
    for (const file of needed) for (const imported of this.#modules.get(file)?.imports ?? []) needed.add(imported)
    for (const file of this.#modules.keys()) if (!needed.has(file)) this.#modules.delete(file)
  }

  /** Follows no module any more. */
  close(): void {
    this.#hooks?.deregister()
  }

  readonly #resolve: ResolveHookSync = (specifier, context, next) => {
    if (this.#isForgetting) throw new Error('forgotten')
    const path = pathOf(context.parentURL ?? '')
    const importer = path === undefined ? undefined : this.#modules.get(path)
    const isAdapter = this.#adapterUrls.has(specifier)
    if (!isAdapter && !importer) return next(specifier, context)
    importer?.requests.add(specifier)
    try {
      const resolved = next(specifier, context)
      const file = pathOf(resolved.url)
      if (file === undefined || (!isAdapter && resolved.url.includes('/node_modules/'))) return resolved
      if (isAdapter) this.#adapters.add(file)
      importer?.imports.add(file)
      return { ...resolved, url: withVersion(resolved.url, this.#follow(file).version) }
    } catch (error) {
      for (const file of pathsTried(specifier, path)) {
        importer?.imports.add(file)
        this.#follow(file)
      }
      throw error
    }
  }

  #follow(file: string): Module {
    const known = this.#modules.get(file)
    if (known) return known
    this.#found(file)
    const module = { version: this.#version, imports: new Set<string>(), requests: new Set<string>() }
    this.#modules.set(file, module)
    return module
  }

  /** Changed modules with all that import them, directly or through others. */
  #withImporters(changed: readonly string[]): readonly string[] {
    const stale = new Set(changed.filter((file) => this.#modules.has(file)))
    // The set grows while it is read.
    for (const file of stale)
      for (const [importer, { imports }] of this.#modules) if (imports.has(file)) stale.add(importer)
    return [...stale]
  }
}

function pathOf(url: string): string | undefined {
  return url.startsWith('file:') ? fileURLToPath(url) : undefined
}

function withVersion(text: string, version: number): string {
  if (version === 0) return text
  const url = new URL(text)
  url.search += `${url.search ? '&' : '?'}watch=${version}`
  return url.href
}

/** Where a module may be made that was not found. `require` takes a path without its ending. */
function pathsTried(specifier: string, importer: string | undefined): readonly string[] {
  if (importer === undefined || !/^\.{0,2}\//.test(specifier)) return []
  const path = fileURLToPath(new URL(specifier, pathToFileURL(importer)))
  return [path, `${path}.js`, `${path}.json`, join(path, 'index.js')]
}
