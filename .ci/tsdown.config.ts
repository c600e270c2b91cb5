import { copyFileSync, globSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Rolldown, UserConfig } from 'tsdown'
import { globalsAdvice, neededGlobals } from '../emulator/tools/assert-globals.ts'
import { reportSchemas, schemas } from '../bin/schemas/schemas.ts'
import { billOfMaterials, licensesOf, packagesOf } from './bundled-packages.ts'
import { builtScenariosModule } from './built-scenarios.ts'
import { builtHashesModule, builtListsModule, builtSeedModule } from './built-seed.ts'
import { compiledAheadPlugin } from './compiled-ahead.ts'
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
  '.ci/built-scenarios.ts',
  '.ci/built-seed.ts',
  '.ci/compiled-ahead.ts',
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

/** What a start and the control API need in addition to the entry for tests. A file of its own would cost more. */
const sharedWithStart = /^emulator\/(?:world\/snapshot-text|model\/store\/changes)\./

const startFiles = [
  /^bin\/(?:main|exit-codes|usage-error|commands\/start)/,
  /^bin\/serving\/(?:(?:serve|create|seed)-from-flags|replaceable-emulator|api-options|late-parts)/,
  /^bin\/serving\/(?:private-directory|stray-errors)/,
  /^bin\/options\/(?:option|emulator-options|case-option|parse-quickly|read-flags)/,
  /^emulator\/serve\/(?!data-file\/|case\/|twin\/read|index|console-page|temporary-files)/,
  // A start with a configuration file, such as that of a twin, reads these.
  /^bin\/(?:options\/config-file|read-yaml|files|usage-of|serving\/read-fixtures)\./,
]

/**
 * What every emulator in process needs, and what every start needs in addition: one file each, as each further file
 * costs a millisecond.
 */
const chunkFiles: Readonly<Record<string, (id: string) => boolean>> = {
  core: (id) => (id !== entry && imported.with(entry).has(id)) || sharedWithStart.test(relative(root, id)),
  start: (id) => startFiles.some((files) => files.test(relative(root, id))),
}

/**
 * What only a start with a twin runs: without this, V8 would compile a hundred functions of it anew at each start. What
 * stands in the core costs every first answer in process a little, so it has only modules of which a twin runs most.
 */
const ofTwins: Readonly<Record<string, readonly string[]>> = {
  core: [
    'emulator/api/services/json-adapter.ts',
    'emulator/tools/surely-matches.ts',
    'emulator/tools/surely-schema.ts',
    'emulator/tools/without-schema.ts',
    'fixtures/pack-delta.ts',
  ],
  start: [
    'bin/options/config-file.ts',
    'bin/options/read-flags.ts',
    'bin/read-yaml.ts',
    'bin/serving/api-options.ts',
    'bin/serving/read-fixtures.ts',
    'bin/serving/seed-from-flags.ts',
    'bin/serving/stray-errors.ts',
    'bin/usage-of.ts',
    'emulator/serve/twin/parse-yaml.ts',
  ],
}

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
  'emulator/disturb/scenarios/scenario-texts.ts': builtScenariosModule,
}

const builtSeedPlugin: Rolldown.Plugin = {
  name: 'built-seed',
  load(id: string) {
    const make = builtModules[relative(root, id)]
    return make && { code: make(), moduleSideEffects: false }
  },
}

/**
 * One character beyond Latin-1 doubles the memory of a whole file and the time to read it, so that they are escaped.
 * @throws Error where an escape would mean something else.
 */
const asciiPlugin: Rolldown.Plugin = {
  name: 'ascii',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || /\.d\.[cm]?ts$/.test(chunk.fileName)) continue
      if (/String\.raw`[^`]*[^\0-\x7F]/.test(chunk.code))
        throw new Error(`${chunk.fileName} has characters beyond ASCII in String.raw`)
      chunk.code = chunk.code.replaceAll(
        /[^\0-\x7F]/g,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
    }
  },
}

/**
 * The function that chunks of a start and of the entry for tests take from the runtime of the bundler stands in each of
 * them: a further file takes half a millisecond of each process.
 * @throws Error where a chunk takes anything else from it.
 */
const runtimePlugin: Rolldown.Plugin = {
  name: 'runtime',
  generateBundle(_options, bundle) {
    const runtime = bundle['rolldown-runtime.js']
    if (runtime?.type !== 'chunk') throw new Error('The bundler has no runtime in a file of its own.')
    // Left of a `require` that nothing uses. Bundlers for browsers refuse it.
    runtime.code = runtime.code.replace(/^import "node:module";\n/m, '')
    const made = /^var __defProp = .*$|^var __exportAll = [^]*?^\};$/gm
    const parts = runtime.code.match(made)?.join('\n')
    for (const name of Object.keys(chunkFiles)) {
      const chunk = bundle[`${name}.js`]
      if (chunk?.type !== 'chunk') continue
      chunk.code = chunk.code.replace(
        /^import \{ \w+ as __exportAll \} from "\.\/rolldown-runtime\.js";$/m,
        () => parts!,
      )
      if (chunk.code.includes('rolldown-runtime')) throw new Error(`${chunk.fileName} needs more of the runtime.`)
    }
  },
}

/** The ES modules: what Node, browsers, bundlers and the command line load. */
const modules: UserConfig = {
  cwd: root,
  entry: { ...Object.fromEntries(published), main: 'bin/main.ts' },
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node22',
  fixedExtension: false,
  // Removes members marked @internal and the types that only they need, such as those of TypeBox.
  dts: { oxc: { stripInternal: true }, entry: [...Object.values(entries), 'bin/main.ts'] },
  banner: { dts: typesBanner('.') },
  clean: true,
  plugins: [
    imported.plugin,
    builtSeedPlugin,
    lateModulesPlugin(root, 'esm'),
    runtimePlugin,
    compiledAheadPlugin(ofTwins),
    asciiPlugin,
  ],
  hash: false,
  outputOptions: {
    // A process would read them at each start. The declarations keep theirs.
    comments: { jsdoc: false },
    codeSplitting: {
      groups: Object.entries(chunkFiles).map(([name, files]) => ({
        name,
        test: (id: string) => !/\.d\.[cm]?ts/.test(id) && files(id),
      })),
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
  plugins: [imported.plugin, builtSeedPlugin, lateModulesPlugin(root, 'cjs'), asciiPlugin],
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
