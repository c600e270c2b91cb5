import { globSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, inject, it } from 'vitest'
import { reportSchemas, schemas } from '../bin/schemas/schemas.ts'
import { runProgram } from '../testing/package/pack-package.ts'
import { pageFiles } from '../testing/readme-code.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const packed = inject('packed')
const schemaFiles = Object.keys({ ...schemas, ...reportSchemas }).map((name) => `dist/schemas/${name}.schema.json`)
/** The files that README.md links to, and the rest of the documentation. */
const documents = [...pageFiles, 'CHANGELOG.md', 'SECURITY.md']
const published = [
  /^(?:LICENSE|(?:README|CHANGELOG|SECURITY)\.md|package\.json|bin\/(?:emulator\.js|README\.md|docs\/[\w-]+\.md))$/,
  /^bin\/init\/control-clients\/\w+\.(?:py|go)$/,
  /^dist\/(?:cjs\/[\w-]+\.(?:cjs|d\.cts)|schemas\/[\w-]+\.schema\.json)$/,
  /^dist\/(?:[\w-]+\.(?:js|d\.ts)|web-types\.d\.cts|console\.html|licenses\.txt|sbom\.cdx\.json)$/,
]

it('holds what it publishes and nothing of the machine that built it', async () => {
  const listed = (await runProgram('tar', ['-tzf', packed.tarball], root))
    .trim()
    .split('\n')
    .map((file) => file.replace(/^package\//, ''))
  for (const file of [
    ...documents,
    'LICENSE',
    'bin/emulator.js',
    'dist/licenses.txt',
    'dist/index.d.ts',
    ...schemaFiles,
  ])
    expect(listed).toContain(file)
  expect(listed.filter((file) => !published.some((form) => form.test(file)))).toEqual([])
  expect(listed.filter((file) => /\.test\.|sources\.json|\.map$/.test(file))).toEqual([])
  for (const file of listed) {
    const text = readFileSync(join(packed.directory, file), 'utf8')
    for (const path of [root, packed.directory, homedir() + '/'])
      expect([file, path, text.includes(path)]).toEqual([file, path, false])
    expect([file, /sourceMappingURL|\.emulator-package/.test(text)]).toEqual([file, false])
  }
})

it('publishes types of its own: none of those that only the emulator itself works with', () => {
  for (const file of globSync('dist/**/*.d.{ts,cts}', { cwd: packed.directory })) {
    const text = readFileSync(join(packed.directory, file), 'utf8')
    // Endpoints and their schemas are @internal: compilers fail on the bundled types of TypeBox.
    expect([file, /\bT(Object|Properties|Union)\b|interface EndpointDefinition/.exec(text)?.[0]]).toEqual([
      file,
      undefined,
    ])
    expect([
      file,
      [...text.matchAll(/from ['"]([^.][^'"]*)['"]/gm)]
        .map((match) => match[1])
        .filter(
          (from) => !text.includes(`* import`) && !['vitest', 'msw', '@msw/data', '@playwright/test'].includes(from!),
        ),
    ]).toEqual([file, []])
  }
})

it('gives the notices of every package whose code it holds', () => {
  const code = globSync('dist/*.js', { cwd: packed.directory })
    .map((file) => readFileSync(join(packed.directory, file), 'utf8'))
    .join('\n')
  const held = new Set(
    [...code.matchAll(/^\/\/ (?:\.\.\/)*node_modules\/((?:@[^/]+\/)?[^/]+)\//gm)].map((match) => match[1]!),
  )
  const notices = readFileSync(join(packed.directory, 'dist/licenses.txt'), 'utf8').split(`\n${'-'.repeat(80)}\n`)
  expect(held.size).toBeGreaterThan(5)
  for (const owner of held)
    expect([
      owner,
      notices.some((notice) => notice.includes(`${owner} `) && /copyright/i.test(notice) && notice.length > 400),
    ]).toEqual([owner, true])
  const bill = JSON.parse(readFileSync(join(packed.directory, 'dist/sbom.cdx.json'), 'utf8')) as {
    readonly components: readonly { readonly name: string }[]
  }
  expect(bill.components.map(({ name }) => name)).toEqual(expect.arrayContaining([...held]))
})

it('is clean for publint and for are-the-types-wrong', async () => {
  const bin = join(root, 'node_modules/.bin')
  expect(
    await runProgram(process.execPath, [join(bin, 'publint'), '--strict', packed.tarball], packed.directory),
  ).toContain('All good!')
  const attw = [join(bin, 'attw'), packed.tarball]
  await runProgram(process.execPath, [...attw, '--exclude-entrypoints', 'msw-data'], packed.directory)
  // @msw/data has ES modules alone.
  const entry = ['--entrypoints', 'msw-data', '--ignore-rules', 'cjs-resolves-to-esm']
  await runProgram(process.execPath, [...attw, ...entry], packed.directory)
})
