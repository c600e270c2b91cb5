import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { runVitest, type VitestRun } from '../testing/run-vitest.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const directory = mkdtempSync(join(tmpdir(), 'conformance-vitest-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const quotedFileUrl = (file: string) => JSON.stringify(pathToFileURL(join(root, file)).href)

/** A test file that checks a fresh emulator. `wrap` may break the emulator. */
function suite({
  wrap = 'emulator.fetch',
  options = '{}',
  change = '',
}: {
  wrap?: string
  options?: string
  change?: string
}): string {
  return `
    import { createEmulator } from ${quotedFileUrl('emulator/create-emulator.ts')}
    import { toTargetFile } from ${quotedFileUrl('bin/judges/service/target-file.ts')}
    import { describeConformance } from ${quotedFileUrl('conformance/vitest.ts')}
    const emulator = createEmulator()
    const target = { ...toTargetFile(emulator, 'http://target.test', true) ${change} }
    const seen = new Map()
    describeConformance(() => target, { fetch: ${wrap}, ...${options} })
  `
}

/** Runs Vitest on these files in a folder of their own. */
async function runFiles(files: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<VitestRun> {
  const folder = mkdtempSync(join(directory, 'run-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return await runVitest(folder, args)
}

const root204 = `async (request) =>
  new URL(request.url).pathname === '/0/' ? new Response(null, { status: 204 }) : emulator.fetch(request)`

it('fails the test of the check that fails, with a message and a curl line, and none for what passes', async () => {
  const { code, tests } = await runFiles({
    'a.test.ts': suite({ wrap: root204, options: `{ only: ['legacy.root', 'legacy.groups', 'auth.*'] }` }),
  })
  const failed = [...tests].filter(([, { status }]) => status === 'failed')
  expect(failed.map(([title]) => title)).toEqual(['legacy.root.version (legacy.root)'])
  const message = failed[0]![1].failureMessages.join()
  expect(message).toMatch(/expected 200 with a JSON object[^]*requirement legacy\.root \(clause 4\.9\)/)
  expect(message).toMatch(/clause 4\.9[^]*curl -i.*'http:\/\/target\.test\/0\/'/)
  expect(tests.get('legacy.groups.list (legacy.groups)')?.status).toBe('passed')
  expect(code).toBe(1)
})

it('skips what is not declared, with the reason, and shows no credential', async () => {
  const { code, tests, output } = await runFiles(
    {
      'a.test.ts': suite({
        change: `, samples: undefined, credentials: { token: 'a-token-of-somebody' }`,
        options: `{ only: ['legacy.root', 'ids.malformed-legacy.project'], undecided: 'skip' }`,
      }),
    },
    '--reporter=verbose',
  )
  expect(code).toBe(0)
  expect(tests.get('legacy.root.version (legacy.root)')?.status).toBe('passed')
  expect(tests.get('ids.malformed-legacy.project (ids.malformed-legacy)')?.status).toMatch(/skipped|pending/)
  expect(output).toContain('not claimed: declare samples.')
  expect(output).not.toContain('a-token-of-somebody')
})

it.each([
  ['fail', 1],
  ['skip', 0],
] as const)('lets what cannot be decided %s, given undecided', async (undecided, expected) => {
  const { code, tests } = await runFiles({
    'a.test.ts': suite({
      wrap: root204,
      options: `{ only: ['legacy.root-allow', 'legacy.groups'], undecided: '${undecided}' }`,
    }),
  })
  expect(tests.get('legacy.root-allow.methods (legacy.root-allow)')?.status).toBe(expected === 1 ? 'failed' : 'skipped')
  expect(code).toBe(expected)
})

it('starts from scratch at a retry, and uses nothing that the first try found out', async () => {
  const flaky = `async (request) => {
    const { pathname } = new URL(request.url)
    seen.set(pathname, (seen.get(pathname) ?? 0) + 1)
    // The first answer shows whether the target answers. The kit asks twice: without credentials and with them.
    const fails = pathname === '/0/' && [2, 3].includes(seen.get(pathname))
    return fails ? new Response('{}', { status: 500 }) : emulator.fetch(request)
  }`
  const files = { 'a.test.ts': suite({ wrap: flaky, options: `{ only: ['legacy.root'] }` }) }
  expect((await runFiles(files)).code).toBe(1)
  expect((await runFiles(files, '--retry=1')).code).toBe(0)
})

it('runs a part of the files with --shard, and of the tests with -t, with what they build on', async () => {
  const files = {
    'a.test.ts': suite({ options: `{ only: ['legacy.*'] }` }),
    'b.test.ts': suite({ options: `{ only: ['link.*'] }` }),
  }
  const first = await runFiles(files, '--shard=1/2')
  const second = await runFiles(files, '--shard=2/2')
  expect([first.code, second.code]).toEqual([0, 0])
  expect([...first.tests.keys()].some((title) => second.tests.has(title))).toBe(false)
  expect(first.tests.size + second.tests.size).toBeGreaterThan(20)
  const filtered = await runFiles({ 'a.test.ts': suite({}) }, '-t', 'legacy.root-allow.methods')
  expect(filtered.code).toBe(0)
  expect([...filtered.tests].filter(([, { status }]) => status === 'passed').map(([title]) => title)).toEqual([
    'legacy.root-allow.methods (legacy.root-allow)',
  ])
})

it('fails as a whole given a target that cannot be reached, and one about which nothing can be decided', async () => {
  const [unreachable, nothing] = await Promise.all([
    runFiles({
      'a.test.ts': suite({
        wrap: `async () => { throw new TypeError('fetch failed') }`,
        options: `{ undecided: 'skip' }`,
      }),
    }),
    runFiles({
      'a.test.ts': suite({ change: ', samples: undefined', options: `{ only: ['ids.malformed-legacy.project'] }` }),
    }),
  ])
  expect(unreachable.code).toBe(1)
  expect(unreachable.output).toContain('http://target.test cannot be reached')
  expect(nothing.code).toBe(1)
  expect(nothing.output).toContain('no check was decided')
})
