import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'tsdown'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * A run-time dependency stays a dependency, save where its own files take long to load: bundled, the used part of it
 * starts several times as fast, is kept as compiled code, and takes a tenth of the place. Those are development
 * dependencies, and their licences go along.
 */
const bundled = [/^typebox(\/|$)/, /^ajv(\/|$)/, /^ajv-formats/, /^@faker-js\/faker/, /^yargs(\/|$)/, /^hono(\/|$)/, /^@hono\/node-server/, /^@noble\/hashes/]

/** The state of every file that the build could read, from before it reads them: a change meanwhile must show. */
const before = new Map(
  globSync(['{bin,emulator,conformance,fixtures}/**/*.ts', 'package-lock.json', '.ci/tsdown.config.ts'], { cwd: root }).map((file) => {
    const { size, mtimeMs } = statSync(`${root}${file}`)
    return [file, [file, size, mtimeMs] as const]
  }),
)

/** The notices that the licences of bundled packages ask for. */
function licensesOf(moduleIds: readonly string[]): string {
  const directories = new Set(moduleIds.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? []))
  const notices = [...directories].sort().map((directory) => {
    const { name, version, license } = JSON.parse(readFileSync(`${directory}/package.json`, 'utf8')) as { name: string; version: string; license: string }
    const [file] = globSync('{LICENSE,LICENCE,license}*', { cwd: directory })
    return `${name} ${version} (${license})\n\n${file === undefined ? '' : readFileSync(`${directory}/${file}`, 'utf8').trim()}\n`
  })
  return `The files beside this one hold code of these packages.\n\n${notices.join(`\n${'-'.repeat(80)}\n\n`)}`
}

export default defineConfig({
  cwd: root,
  entry: {
    index: 'emulator/index.ts',
    node: 'emulator/serve/serve.ts',
    'msw-data': 'emulator/integrations/msw-data.ts',
    conformance: 'conformance/index.ts',
    vitest: 'conformance/vitest.ts',
    main: 'bin/main.ts',
  },
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node22',
  fixedExtension: false,
  // Members marked @internal are kept out, and with them the types that only they need, TypeBox's above all.
  dts: { oxc: { stripInternal: true } },
  clean: true,
  hash: false,
  deps: { alwaysBundle: bundled, onlyBundle: false },
  hooks: {
    // bin/emulator.js takes dist/ in place of the sources while it was built from them as they are.
    'build:done': ({ chunks }) => {
      const ids = chunks.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
      writeFileSync(`${root}dist/licenses.txt`, licensesOf(ids))
      const sources = [...new Set([...ids.map((id) => relative(root, id)), 'package-lock.json', '.ci/tsdown.config.ts'])].flatMap((file) => (before.has(file) ? [before.get(file)] : []))
      writeFileSync(`${root}dist/sources.json`, JSON.stringify(sources))
    },
  },
})
