import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Rolldown } from 'tsdown'

/**
 * Modules that the built package loads with the first call of one of their functions. Few tests need them, and each
 * test file of Vitest and Jest would pay for them. The sources import them as any other module.
 *
 * `createEmulator`, `defineAdapter` and the like return at once, so `import()` is no way to them. Each entry imports
 * `#late`, which package.json resolves by the one who loads it: in Node it lets `require` load the files when they are
 * needed, and everywhere else, such as in the bundler of a page, it imports them. The build puts a module in place of
 * each that asks the one of the two that was imported. Late modules use the core, so the core must not import `#late`.
 */
const lateModules = {
  'late-lists': 'fixtures/built-lists.ts',
  'late-fixtures': 'fixtures/read-fixture-file.ts',
  'late-commands': 'fixtures/adapters/example-commands.ts',
  'late-packs': 'fixtures/make-pack.ts',
  'late-validator': 'emulator/tools/schema-validator.ts',
  'late-selector': 'emulator/journal/assert-selector.ts',
  'late-filters': 'emulator/world/data/read-filters.ts',
  'late-patterns': 'emulator/tools/linear-pattern.ts',
  'late-deviations': 'emulator/disturb/deviations/deviation-named.ts',
} as const

/** Bundles name their modules in comments, so the paths after it are those from the root. */
const standIn = '\0late:'
const loader = '\0late-loader'
const inNode = '\0late-node'
const everywhereElse = '\0late-modules'

const loaderCode = `let loadModule
export const provide = (load) => void (loadModule = load)
export const load = (name) => loadModule(name)
`

/**
 * A module that has no `await` at its top level can be required. To import `node:module`, and to make a `require` that
 * few need, would take half a millisecond of each test file.
 */
const inNodeCode = `import { provide } from ${JSON.stringify(loader)}
let require
provide((name) => {
  require ??= process.getBuiltinModule("node:module").createRequire(import.meta.url)
  return require(\`./\${name}.js\`)
})
`

/** Puts a stand-in in the place of each late module. @param format The module format of the build. */
export function lateModulesPlugin(root: string, format: 'esm' | 'cjs'): Rolldown.Plugin {
  const names = new Map(Object.entries(lateModules).map(([name, file]) => [join(root, file), name]))
  return {
    name: 'late-modules',
    buildStart() {
      for (const [name, file] of Object.entries(lateModules))
        this.emitFile({
          type: 'chunk',
          id: join(root, file),
          fileName: format === 'esm' ? `${name}.js` : `${name}.cjs`,
          preserveSignature: 'allow-extension',
        })
      if (format === 'cjs') return
      this.emitFile({ type: 'chunk', id: everywhereElse, fileName: 'late.js' })
      this.emitFile({ type: 'chunk', id: inNode, fileName: 'late-node.js' })
    },
    async resolveId(source, importer, { kind }) {
      if ([loader, inNode, everywhereElse].includes(source)) return source
      if (format === 'cjs' && /^\.\/late-[a-z]+\.cjs$/.test(source)) return { id: source, external: true }
      if (importer === undefined || importer === everywhereElse || kind !== 'import-statement') return undefined
      if (/\.d\.[cm]?ts/.test(importer)) return undefined
      const resolved = await this.resolve(source, importer, { skipSelf: true })
      return resolved && names.has(resolved.id)
        ? { id: `${standIn}${relative(root, resolved.id)}`, moduleSideEffects: false }
        : resolved
    },
    /** Has each entry with the core import `#late`. package.json lists them as modules with side effects. */
    generateBundle(_options, bundle) {
      if (format === 'cjs') return
      const { sideEffects } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { sideEffects: string[] }
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
      const withCore = new Set(['core.js'])
      for (let size = 0; size < withCore.size;) {
        size = withCore.size
        for (const { fileName, imports } of chunks)
          if (imports.some((imported) => withCore.has(imported))) withCore.add(fileName)
      }
      for (const chunk of chunks)
        if (chunk.isEntry && withCore.has(chunk.fileName) && !chunk.fileName.startsWith('late')) {
          if (!sideEffects.includes(`./dist/${chunk.fileName}`))
            throw new Error(`package.json must list ./dist/${chunk.fileName} in sideEffects: bundlers leave #late out.`)
          chunk.code = `import "#late";\n${chunk.code}`
        }
    },
    load(id) {
      if (id === loader) return { code: loaderCode, moduleSideEffects: false }
      if (id === inNode) return { code: inNodeCode }
      if (id === everywhereElse) {
        const files = [...names]
        const imports = files.map(([file], at) => `import * as m${at} from ${JSON.stringify(file)}`)
        const members = files.map(([, name], at) => `${JSON.stringify(name)}: m${at}`)
        return {
          code: `import { provide } from ${JSON.stringify(loader)}
${imports.join('\n')}
const all = { ${members.join(', ')} }
provide((name) => all[name])
`,
        }
      }
      if (!id.startsWith(standIn)) return undefined
      const file = join(root, id.slice(standIn.length))
      const name = names.get(file)!
      const load = format === 'esm' ? `load(${JSON.stringify(name)})` : `require("./${name}.cjs")`
      return {
        code: [
          ...(format === 'esm' ? [`import { load } from ${JSON.stringify(loader)}`] : []),
          'let loaded',
          ...functionsOf(file).map(
            (each) => `export function ${each}(...args) { return (loaded ??= ${load}).${each}(...args) }`,
          ),
        ].join('\n'),
        moduleSideEffects: false,
      }
    },
  }
}

/** The functions that a module exports. @throws Error when it exports another value, which no call can put off. */
function functionsOf(file: string): readonly string[] {
  const exports = [...readFileSync(file, 'utf8').matchAll(/^export (?!type\b|interface\b)(.*)$/gm)]
  return exports.map(([line, rest = '']) => {
    const name = /^(?:async )?function (\w+)/.exec(rest)?.[1]
    if (name === undefined) throw new Error(`${file} is loaded late, so it may export functions only; got ${line}`)
    return name
  })
}
