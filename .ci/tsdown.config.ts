import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Rolldown, UserConfig } from 'tsdown'
import { globalsAdvice, neededGlobals } from '../emulator/tools/assert-globals.ts'
import { commonJsEntries, entries } from '../testing/package-entries.ts'
import { builtModules, lateModules } from './built-modules.ts'
import { addBundled } from './bundled-packages.ts'
import { statesOfSources, writePackageFiles } from './package-files.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The states before the build, which reveal changes during it. */
const before = statesOfSources()

const published = Object.entries(entries).map(([name, source]) => [name.slice(2) || 'index', source] as const)

/**
 * Bundles the direct and indirect imports of some modules into one file, because each further file takes a millisecond
 * to load.
 */
function oneFile(name: string, ...importers: readonly string[]) {
  const reached = new Set(importers.map((importer) => join(root, importer)))
  const entry = join(root, importers[0]!)
  let isComplete = false
  return {
    debugName: name,
    name: (id: string, context: Rolldown.ChunkingContext) => {
      if (!isComplete)
        for (const module of reached)
          for (const imported of context.getModuleInfo(module)?.importedIds ?? []) reached.add(imported)
      isComplete = true
      return id !== entry && reached.has(id) ? name : undefined
    },
  }
}

const core = () => oneFile('core', entries['.'])

/** Output options that bundle each group of modules into one file. */
const groupModules = (...groups: readonly ReturnType<typeof oneFile>[]): Rolldown.OutputOptions => ({
  ...common.outputOptions,
  codeSplitting: { groups: [...groups] },
})

/** `using` needs symbols beyond ES2022. Platform types come from the program that uses the package. */
const typesBanner = (folder: string): string => `/// <reference lib="esnext.disposable" />
import type { AbortSignal, Request, RequestInit, Response, URL } from '${folder}/web-types.cjs'`

const common: UserConfig = {
  cwd: root,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  fixedExtension: false,
  hash: false,
  dts: false,
  // Comments would only slow each start down. The declarations keep theirs.
  outputOptions: { comments: { jsdoc: false } },
  deps: {
    // Bundled packages start several times as fast and take a tenth of the space. They are development dependencies.
    alwaysBundle: /^(?:@faker-js\/faker|@hono\/node-server|@noble\/hashes|ajv|hono|re2js|typebox|yaml|yargs)\b/,
    neverBundle: /^@platform-data\//,
    onlyBundle: false,
  },
  hooks: { 'build:done': ({ chunks }) => addBundled(chunks) },
}

/** The modules that Node and the command line load. */
const modules: UserConfig = {
  ...common,
  entry: { ...Object.fromEntries(published), main: 'bin/main.ts' },
  clean: true,
  // Removes members marked @internal and the types that only they need, such as those of TypeBox.
  dts: { tsconfig: 'tsconfig.build.json', entry: [...Object.values(entries), 'bin/main.ts'] },
  banner: { dts: typesBanner('.') },
  outputOptions: groupModules(
    core(),
    oneFile('start', 'bin/main.ts', 'bin/run-by-yargs.ts', 'bin/commands/start.ts'),
    oneFile('config', 'bin/main.ts', 'bin/options/config-file.ts', 'bin/serving/stray-errors.ts'),
  ),
  plugins: [builtModules('esm')],
  onSuccess: () => writePackageFiles(before),
}

/** Bundled code needs these globals on load, and would fail with a less helpful message. */
const guard = `{const missing=${JSON.stringify(neededGlobals)}.filter((name)=>!(name in globalThis));
if(missing.length)throw Object.assign(new Error("The emulator needs "+missing.join(", ")+${JSON.stringify(`, ${globalsAdvice}`)}),{name:"EmulatorError",code:"missing_globals"})}`

/**
 * The build for Jest, which can neither `require` ES modules nor use `import()`. Node also loads the ES modules for
 * `require`.
 */
const commonJs: UserConfig = {
  ...modules,
  entry: Object.fromEntries(published.filter(([name]) => commonJsEntries.includes(name))),
  outDir: 'dist/cjs',
  format: 'cjs',
  banner: { dts: typesBanner('..'), js: guard },
  outputOptions: { ...groupModules(core()), dynamicImportInCjs: false },
  plugins: [builtModules('cjs')],
  onSuccess: () => {},
}

/** The build for bundlers of browser code, without Node modules and with all libraries. */
const browser: UserConfig = {
  ...common,
  entry: { index: entries['.'], vitest: 'emulator/integrations/vitest.ts', 'msw-data': entries['./msw-data'] },
  outDir: 'dist/browser',
  platform: 'browser',
  plugins: [builtModules('browser')],
}

/**
 * The builds of what is loaded late. Each is one file with a copy of the helpers that it needs, and shares no class or
 * state with the emulator: the loaders of some test runners would load a second copy of it.
 */
const late = Object.values(lateModules).flatMap((members) =>
  Object.entries(members).map(([name, source]): UserConfig => ({
    ...common,
    entry: { [name]: source },
    outDir: 'dist/late',
    clean: false,
    format: ['esm', 'cjs'],
    plugins: [builtModules('esm')],
    // Generated code is not read by anyone, and Node compiles it at each start.
    minify: name.toLowerCase().endsWith('validators'),
  })),
)

export default [modules, commonJs, browser, ...late] as readonly UserConfig[]
