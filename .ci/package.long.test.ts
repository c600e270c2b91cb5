import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deviationNames } from '../emulator/deviations/deviation-names.ts'
import { type LocalRegistry, startLocalRegistry } from '../testing/package/local-registry.ts'
import { exactNames, runnerEntries } from '../testing/package/package-consumer.ts'
import {
  type PackedPackage,
  packPackage,
  plainEnvironment,
  runNpm,
  runProgram,
} from '../testing/package/pack-package.ts'

/**
 * The tarball, installed as users install it. Its dependencies come by npm's own rules from a registry on loopback
 * that holds what package-lock.json names, so what is not proven is that the public registry has them.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const parent = mkdtempSync(join(tmpdir(), 'emulator-package-'))
const name = '@platform-data/emulator'

let packed: PackedPackage
let registry: LocalRegistry

beforeAll(async () => {
  ;[packed, registry] = await Promise.all([packPackage(), startLocalRegistry()])
}, 120_000)

afterAll(async () => {
  await registry?.close()
  for (const directory of [parent, packed?.directory])
    if (directory) rmSync(directory, { recursive: true, force: true })
})

/** A project that has the package installed, and what else it is said to have. */
async function createProject(
  title: string,
  others: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  const directory = join(parent, title)
  mkdirSync(directory)
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ name: title, private: true, type: 'module' }))
  for (const [file, text] of Object.entries(files)) writeFileSync(join(directory, file), text)
  const options = [
    '--registry',
    registry.url,
    '--cache',
    join(parent, `cache-${title}`),
    '--userconfig',
    join(parent, 'none'),
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--loglevel',
    'error',
  ]
  await runNpm(['install', ...options, packed.tarball, ...others], directory)
  return directory
}

function filesBelow(directory: string): readonly string[] {
  return globSync('**/*', { cwd: directory }).filter((file) => lstatSync(join(directory, file)).isFile())
}

it('lists products behind MSW in a fresh Node project', async () => {
  const script = `
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createEmulator, toMswHandlers } from '${name}'
import { http } from 'msw'
import { setupServer } from 'msw/node'

const emulator = createEmulator()
const server = setupServer(...toMswHandlers(emulator, { baseUrl: 'https://api.example', http }))
before(() => server.listen({ onUnhandledRequest: 'error' }))
after(() => server.close())

test('lists products', async () => {
  const headers = { authorization: 'Bearer ' + emulator.credentials.token }
  const response = await fetch('https://api.example/1.13/pulse/catalogs/' + emulator.samples.catalogId + '/products?limit=5', { headers })
  assert.equal(response.status, 200)
  const { data, has_more } = await response.json()
  assert.equal(data.length, 5)
  assert.equal(has_more, true)
})
`
  const directory = await createProject('msw', ['msw@^3'], { 'products.test.js': script })
  expect(await runProgram(process.execPath, ['--test', '--test-reporter=tap', 'products.test.js'], directory)).toMatch(
    /^# pass 1$/m,
  )
}, 60_000)

it('serves, runs a command and checks itself by npx in a fresh project', async () => {
  const directory = await createProject('http')
  // npx stands between: the signal goes to all of its group.
  const npx = spawn('npx', ['--no', 'emulator', 'start', '--port', '0', '--json'], {
    cwd: directory,
    env: plainEnvironment,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(npx, 'exit')
  try {
    const [line] = (await once(createInterface(npx.stdout), 'line')) as [string]
    const { url, credentials } = JSON.parse(line) as { url: string; credentials: { token: string } }
    const response = await fetch(`${url}/1.13/environments`, {
      headers: { authorization: `Bearer ${credentials.token}` },
    })
    expect(response.status).toBe(200)
  } finally {
    process.kill(-npx.pid!, 'SIGTERM')
  }
  await ended
  const [conformance, version, listed] = await Promise.all([
    runProgram('npx', ['--no', 'emulator', 'conformance'], directory),
    runProgram('npx', ['--no', 'emulator', '--', '--version'], directory),
    runProgram(
      'npx',
      [
        '--no',
        'emulator',
        'exec',
        '--',
        process.execPath,
        '-e',
        `fetch(process.env.PLATFORM_BASE_URL + '/0/').then(async (response) => console.log(await response.text()))`,
      ],
      directory,
    ),
  ])
  expect(conformance).toContain('Conformant')
  expect(version.trim()).toBe(
    (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version,
  )
  expect(JSON.parse(listed)).toHaveProperty('version')
}, 60_000)

it('takes under 40 MB with everything that it needs to run, and loads without its peers', async () => {
  const directory = await createProject('size')
  const modules = join(directory, 'node_modules')
  const sizes = new Map<string, number>()
  for (const file of filesBelow(modules)) {
    const [owner = ''] = /^(@[^/]+\/)?[^/]+/.exec(file) ?? []
    // As the disk counts it: in blocks.
    sizes.set(owner, (sizes.get(owner) ?? 0) + lstatSync(join(modules, file)).blocks * 512)
  }
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const megabytes = (size: number) => (size / 1e6).toFixed(1)
  console.log(
    `Installed: ${megabytes(total)} MB (${[...sizes].map(([owner, size]) => `${owner} ${megabytes(size)}`).join(', ')})`,
  )
  expect(total).toBeLessThan(40e6)
  // Optional peers are the user's own, never installed or bundled for them.
  for (const peer of ['msw', '@msw/data', 'vitest', '@playwright/test', 'playwright-core'])
    expect([peer, existsSync(join(modules, peer))]).toEqual([peer, false])
  const script = `
const { createEmulator, installFetch } = await import('${name}')
const { serve } = await import('${name}/node')
const { runConformance } = await import('${name}/conformance')
const { routeTo, test } = await import('${name}/playwright')
const { seedFromCollections, toCollections } = await import('${name}/msw-data')
const missing = []
try { test('x', () => {}) } catch (error) { missing.push(error.message) }
await toCollections(createEmulator()).catch((error) => missing.push(error.message))
console.log(JSON.stringify({ types: [createEmulator, installFetch, serve, runConformance, routeTo, seedFromCollections].map((value) => typeof value), missing }))`
  const loaded = JSON.parse(
    await runProgram(process.execPath, ['--input-type=module', '--eval', script], directory),
  ) as { types: string[]; missing: string[] }
  expect(new Set(loaded.types)).toEqual(new Set(['function']))
  expect(loaded.missing).toEqual([expect.stringContaining('@playwright/test'), expect.stringContaining('@msw/data')])
  const bundled = readFileSync(join(modules, name, 'dist/licenses.txt'), 'utf8')
  expect([...bundled.matchAll(/^(@?[a-z][\w./-]*) \d\S* \(/gm)].map((match) => match[1])).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(@?msw|vitest|@vitest|@?playwright)/)]),
  )
}, 60_000)

it('holds what it publishes and nothing of the machine that built it', async () => {
  const listed = (await runProgram('tar', ['-tzf', packed.tarball], root))
    .trim()
    .split('\n')
    .map((file) => file.replace(/^package\//, ''))
  for (const file of ['LICENSE', 'README.md', 'bin/emulator.js', 'dist/licenses.txt', 'dist/index.d.ts'])
    expect(listed).toContain(file)
  expect(
    listed.filter(
      (file) =>
        !/^(LICENSE|README\.md|package\.json|bin\/emulator\.js|dist\/[\w-]+\.(js|d\.ts)|dist\/licenses\.txt)$/.test(
          file,
        ),
    ),
  ).toEqual([])
  expect(listed.filter((file) => /\.test\.|sources\.json|\.map$/.test(file))).toEqual([])
  for (const file of listed) {
    const text = readFileSync(join(packed.directory, file), 'utf8')
    for (const path of [root, packed.directory, homedir() + '/'])
      expect([file, path, text.includes(path)]).toEqual([file, path, false])
    expect([file, /sourceMappingURL|\.emulator-package/.test(text)]).toEqual([file, false])
  }
})

it('publishes types of its own: none of those that only the emulator itself works with', () => {
  for (const file of globSync('dist/*.d.ts', { cwd: packed.directory })) {
    const text = readFileSync(join(packed.directory, file), 'utf8')
    // What leads to endpoints and their schemas is marked @internal; the compilers choke on what a bundle makes of TypeBox.
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
})

it('is clean for publint and for are-the-types-wrong', async () => {
  const bin = join(root, 'node_modules/.bin')
  expect(
    await runProgram(process.execPath, [join(bin, 'publint'), '--strict', packed.tarball], packed.directory),
  ).toContain('All good!')
  await runProgram(process.execPath, [join(bin, 'attw'), packed.tarball, '--profile', 'esm-only'], packed.directory)
}, 60_000)

const strict = {
  strict: true,
  noEmit: true,
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: 'es2022',
}
const programs = {
  bundler: {
    compilerOptions: { ...strict, module: 'esnext', moduleResolution: 'bundler', types: ['node'] },
    include: ['*.ts'],
  },
  node16: {
    compilerOptions: { ...strict, module: 'node16', moduleResolution: 'node16', types: ['node'] },
    include: ['*.ts'],
  },
  nodenext: {
    compilerOptions: { ...strict, module: 'nodenext', moduleResolution: 'nodenext', types: ['node'] },
    include: ['*.ts'],
  },
  browser: {
    compilerOptions: { ...strict, module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'], types: [] },
    include: ['exact-names.ts'],
  },
  'older-compiler': {
    compilerOptions: { ...strict, module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2022', 'dom'], types: [] },
    include: ['exact-names.ts'],
  },
}

it('compiles in a strict TypeScript project, where a name that does not exist does not', async () => {
  const directory = await createProject('typescript')
  const modules = join(directory, 'node_modules')
  const { exports } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as {
    exports: Record<string, unknown>
  }
  const entries = Object.keys(exports)
    .filter((entry) => entry !== './package.json')
    .map((entry) => join(name, entry))
  writeFileSync(join(directory, 'exact-names.ts'), exactNames.replaceAll('DEVIATION', deviationNames[0]))
  writeFileSync(join(directory, 'runner-entries.ts'), runnerEntries)
  writeFileSync(
    join(directory, 'every-entry.ts'),
    `${entries.map((entry, index) => `import * as entry${index} from '${entry}'`).join('\n')}\nexport const all: unknown = [${entries.map((_entry, index) => `entry${index}`).join(', ')}]\n`,
  )
  // The user's own peers: npm would only unpack what is there.
  for (const peer of ['vitest', 'msw', '@msw/data', '@playwright/test', '@types/node']) {
    const link = join(modules, peer)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, 'node_modules', peer), link)
  }
  for (const [title, program] of Object.entries(programs))
    writeFileSync(join(directory, `tsconfig.${title}.json`), JSON.stringify(program))
  for (const title of Object.keys(programs)) {
    // Types that only the newest compiler reads would be of no use to most projects.
    const compiler =
      title === 'older-compiler'
        ? 'node_modules/@arethetypeswrong/core/node_modules/typescript'
        : 'node_modules/typescript'
    const printed = await runProgram(
      process.execPath,
      [join(root, compiler, 'bin/tsc'), '--pretty', 'false', '-p', `tsconfig.${title}.json`],
      directory,
    ).catch(String)
    // What other packages' own declarations have wrong is theirs.
    const own = printed
      .split('\n')
      .filter(
        (line) =>
          /^\S.*\.ts\(\d+,\d+\): error|^error/.test(line) && (!line.includes('node_modules/') || line.includes(name)),
      )
    expect([title, own]).toEqual([title, []])
  }
}, 90_000)
