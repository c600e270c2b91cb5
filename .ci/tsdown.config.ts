import { globSync, statSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'tsdown'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * A run-time dependency stays a dependency, save where its own files take long to load: bundled, the used part of it
 * starts several times as fast, and is kept as compiled code.
 */
const bundled = [/^typebox(\/|$)/, /^ajv(\/|$)/, /^ajv-formats/, /^@faker-js\/faker/, /^yargs(\/|$)/, /^hono(\/|$)/, /^@hono\/node-server/, /^@noble\/hashes/]

/** The state of every file that the build could read, from before it reads them: a change meanwhile must show. */
const before = new Map(
  globSync(['{bin,emulator,conformance,fixtures}/**/*.ts', 'package-lock.json', '.ci/tsdown.config.ts'], { cwd: root }).map((file) => {
    const { size, mtimeMs } = statSync(`${root}${file}`)
    return [file, [file, size, mtimeMs] as const]
  }),
)

export default defineConfig({
  cwd: root,
  entry: { index: 'emulator/index.ts', node: 'emulator/serve/serve.ts', main: 'bin/main.ts', conformance: 'conformance/index.ts', vitest: 'conformance/vitest.ts' },
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node22',
  fixedExtension: false,
  dts: true,
  clean: true,
  hash: false,
  deps: { alwaysBundle: bundled, onlyBundle: false },
  hooks: {
    // bin/emulator.js takes dist/ in place of the sources while it was built from them as they are.
    'build:done': ({ chunks }) => {
      const modules = chunks.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds.map((id) => relative(root, id)) : []))
      const sources = [...new Set([...modules, 'package-lock.json', '.ci/tsdown.config.ts'])].flatMap((file) => (before.has(file) ? [before.get(file)] : []))
      writeFileSync(`${root}dist/sources.json`, JSON.stringify(sources))
    },
  },
})
