import { copyFileSync, globSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Rolldown, UserConfig } from 'tsdown'
import { globalsAdvice, neededGlobals } from '../emulator/tools/assert-globals.ts'
import { reportSchemas, schemas } from '../bin/schemas/schemas.ts'
import { billOfMaterials, licensesOf, packagesOf } from './bundled-packages.ts'
import { builtHashesModule, builtListsModule, builtSeedModule } from './built-seed.ts'
import { buildConsolePage } from '../testing/console/build-console-page.ts'
import { commonJsEntries, entries } from '../testing/package-entries.ts'
import { ImportedModules } from './imported-modules.ts'
import { lateModulesPlugin } from './late-modules.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Dependencies that are bundled because their own files take long to load. The used part of them starts several times
 * as fast, is kept as compiled code, and takes a tenth of the space. They are development dependencies, and the build
 * adds their licences.
 */
const bundled = [
  /^typebox(\/|$)/,
  /^ajv(\/|$)/,
  /^ajv-formats/,
  /^@faker-js\/faker/,
  /^yargs(\/|$)/,
  /^hono(\/|$)/,
  /^@hono\/node-server/,
  /^@noble\/hashes/,
  /^re2js/,
]

/** The files that the build reads beside the modules. */
const packageFiles = [
  'package-lock.json',
  '.ci/tsdown.config.ts',
  '.ci/built-seed.ts',
  '.ci/imported-modules.ts',
  '.ci/late-modules.ts',
  '.ci/bundled-packages.ts',
  '.ci/web-types.d.ts',
  'testing/console/build-console-page.ts',
  'testing/package-entries.ts',
]

/** The state of every source file before the build reads it, so that a change during the build shows. */
const before = new Map(
  globSync(['{bin,emulator,conformance,fixtures}/**/*.{ts,tsx}', 'emulator/console/styles/*.css', ...packageFiles], {
    cwd: root,
  }).map((file) => {
    const { size, mtimeMs } = statSync(`${root}${file}`)
    return [file, [file, size, mtimeMs] as const]
  }),
)

const imported = new ImportedModules()
const entry = join(root, entries['.'])

const published = Object.entries(entries).map(([name, source]) => [name.slice(2) || 'index', source] as const)

/**
 * `using` needs symbols that the ES2022 library does not declare. The types of the platform are those of the program
 * that uses the package. They are in a file of CommonJS, which modules of both kinds may import.
 */
const typesBanner = (folder: string): string =>
  '/// <reference lib="esnext.disposable" />\n' +
  `import type { AbortSignal, Request, RequestInit, Response, URL } from '${folder}/web-types.cjs'`

/** What the build makes, by the module that it replaces. */
const builtModules: Readonly<Record<string, () => string>> = {
  'fixtures/built-seed.ts': builtSeedModule,
  'fixtures/built-lists.ts': builtListsModule,
  'emulator/tools/built-hashes.ts': builtHashesModule,
}

const builtSeedPlugin: Rolldown.Plugin = {
  name: 'built-seed',
  load(id: string) {
    const make = builtModules[relative(root, id)]
    return make && { code: make(), moduleSideEffects: false }
  },
}

/** Takes out what the bundler leaves of a `require` that nothing uses: bundlers for browsers refuse it. */
const runtimePlugin: Rolldown.Plugin = {
  name: 'runtime',
  generateBundle(_options, bundle) {
    const runtime = bundle['rolldown-runtime.js']
    if (runtime?.type === 'chunk') runtime.code = runtime.code.replace(/^import "node:module";\n/m, '')
  },
}

/** What Vitest's browser mode loads: the judges are for Node. */
const vitestInBrowser = 'emulator/integrations/vitest.ts'

/** The ES modules: what Node, browsers, bundlers and the command line load. */
const modules: UserConfig = {
  cwd: root,
  entry: { ...Object.fromEntries(published), main: 'bin/main.ts', 'vitest-browser': vitestInBrowser },
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node22',
  fixedExtension: false,
  // Removes members marked @internal and the types that only they need, such as those of TypeBox.
  dts: { oxc: { stripInternal: true }, entry: [...Object.values(entries), 'bin/main.ts', vitestInBrowser] },
  banner: { dts: typesBanner('.') },
  clean: true,
  plugins: [imported.plugin, builtSeedPlugin, lateModulesPlugin(root, 'esm'), runtimePlugin],
  hash: false,
  outputOptions: {
    // A process would read them at each start. The declarations keep theirs.
    comments: { jsdoc: false },
    codeSplitting: {
      // What every emulator in process needs is one file: each further one costs a millisecond.
      groups: [{ name: 'core', test: (id: string) => id !== entry && imported.with(entry).has(id) }],
    },
  },
  deps: { alwaysBundle: bundled, onlyBundle: false },
  hooks: {
    // bin/emulator.js runs dist/ instead of the sources while dist/sources.json matches them.
    'build:done': async ({ chunks }) => {
      const page = await buildConsolePage()
      writeFileSync(`${root}dist/console.html`, page.html)
      const built = chunks.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
      const ids = [...new Set([...built, ...page.modules])]
      const packages = packagesOf(ids)
      copyFileSync(`${root}.ci/web-types.d.ts`, `${root}dist/web-types.d.cts`)
      writeFileSync(`${root}dist/licenses.txt`, licensesOf(packages))
      writeFileSync(`${root}dist/sbom.cdx.json`, billOfMaterials(packages))
      mkdirSync(`${root}dist/schemas`)
      for (const [name, schema] of Object.entries({ ...schemas, ...reportSchemas }))
        writeFileSync(`${root}dist/schemas/${name}.schema.json`, `${JSON.stringify(schema)}\n`)
      const sources = [...new Set([...ids.map((id) => relative(root, id)), ...packageFiles, ...page.styles])].flatMap(
        (file) => (before.has(file) ? [before.get(file)] : []),
      )
      writeFileSync(`${root}dist/sources.json`, JSON.stringify(sources))
    },
  },
}

/** Bundled code needs these while it loads, and would fail with less helpful words. */
const guard =
  `{const missing=${JSON.stringify(neededGlobals)}.filter((name)=>!(name in globalThis));` +
  `if(missing.length)throw Object.assign(new Error("The emulator needs "+missing.join(", ")+` +
  `${JSON.stringify(`, ${globalsAdvice}`)}),{name:"EmulatorError",code:"missing_globals"})}`

/**
 * The same as CommonJS, for tools with a module loader of their own: Jest cannot `require` an ES module. Node itself
 * takes the ES modules for `require`, too, so that a process has one copy. Without white space, this is half of what
 * the ES modules add to the package.
 */
const commonJs: UserConfig = {
  ...modules,
  entry: Object.fromEntries(published.filter(([name]) => commonJsEntries.includes(name))),
  plugins: [imported.plugin, builtSeedPlugin, lateModulesPlugin(root, 'cjs')],
  outDir: 'dist/cjs',
  format: 'cjs',
  banner: { dts: typesBanner('..'), js: guard },
  // The loader of Jest has no `import()` either.
  outputOptions: { ...modules.outputOptions, dynamicImportInCjs: false },
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  hooks: {},
}

const configs: readonly UserConfig[] = [modules, commonJs]

export default configs
