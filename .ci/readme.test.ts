import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, it } from 'vitest'
import { parse } from 'yaml'
import { parseTargetFile } from '../conformance/target/target-file.ts'
import { createEmulator } from '../emulator/create-emulator.ts'
import { serve } from '../emulator/serve/serve.ts'
import { emulatorOptions } from '../bin/options/emulator-options.ts'
import { runToEnd } from '../testing/run-cli.ts'
import { launchOptions } from '../testing/chromium.ts'
import { runVitest } from '../testing/run-vitest.ts'
import { codeOf, pageFiles, pageOf, readme, root, userEnvironment } from '../testing/readme-code.ts'

const run = promisify(execFile)
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** Makes a user's project with these files. */
function project(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'readme-'))
  folders.push(folder)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files }))
    writeFileSync(join(folder, name), text)
  return folder
}

it.each(codeOf('ts').map((code) => [/^const (\w+)/m.exec(code)?.[1], code] as const))(
  'runs the recipe of %s',
  async (_name, code) => {
    await run(process.execPath, ['--input-type=module-typescript', '--eval', code], { cwd: root, timeout: 20_000 })
  },
)

it('has recipes', () => {
  expect(codeOf('ts').length).toBeGreaterThanOrEqual(4)
})

it('runs the recipes for Vitest', async () => {
  const folder = project({
    'client.test.ts': codeOf('ts fixture')[0]!,
    'fixtures.test.ts': codeOf('ts fixtures')[0]!,
  })
  expect(await runVitest(folder, [], userEnvironment())).toMatchObject({ code: 0, passed: 3, failed: 0 })
})

it('runs the recipes for a browser', async () => {
  const config = `export default ${JSON.stringify({
    reporter: [['json', { outputFile: 'results.json' }]],
    use: { launchOptions: launchOptions() },
  })}`
  const folder = project({
    'page.spec.ts': codeOf('ts playwright')[0]!,
    'fixtures.spec.ts': codeOf('ts playwright fixtures')[0]!,
    'playwright.config.js': config,
  })
  await run(process.execPath, [join(root, 'node_modules/@playwright/test/cli.js'), 'test'], {
    cwd: folder,
    env: userEnvironment(),
  })
  expect(JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'))).toMatchObject({
    stats: { expected: 2, unexpected: 0, skipped: 0 },
  })
}, 60_000)

it('runs the recipe for Python', async (context) => {
  await run('python3', ['--version']).catch(() => context.skip('there is no python3 on this machine'))
  const folder = project({ 'test_client.py': codeOf('python')[0]! })
  const [command] = codeOf('sh').flatMap((code) => /^npx emulator (exec -- python3 .*)$/m.exec(code)?.[1] ?? [])
  const { code, stderr } = await runToEnd(command!.split(' '), { cwd: folder, env: userEnvironment() })
  expect([code, stderr]).toEqual([0, expect.stringMatching(/Ran 1 test.*\n\nOK/s)])
})

/** The tests of code blocks by their languages. TypeScript is compiled by `.ci/examples.test.ts`, too. */
const testedBy: Readonly<Record<string, string>> = {
  js: 'emulator/serve/case/case-on-failure.test.ts',
  'js jest': '.ci/jest.long.test.ts',
  python: '.ci/readme.test.ts',
  'python driver': '.ci/readme-client.long.test.ts',
  sh: '.ci/readme-conformance.test.ts',
  'sh claim': 'bin/commands/conformance-verify.test.ts',
  'sh conformance': 'bin/help/usage/usage.test.ts',
  'sh control': '.ci/readme.test.ts',
  'sh https': 'bin/commands/start-files.long.test.ts',
  'sh learn': 'bin/help/usage/usage.test.ts',
  'sh proxy': 'bin/commands/proxy.test.ts',
  'sh replay': 'bin/help/usage/usage.test.ts',
  'sh twin': '.ci/readme-twin.test.ts',
  text: 'bin/judges/client/races/explore-races.long.test.ts',
  ts: '.ci/readme.test.ts',
  'ts client': '.ci/readme-client.long.test.ts',
  'ts clock': '.ci/examples.test.ts',
  'ts fixture': '.ci/readme.test.ts',
  'ts fixtures': '.ci/readme.test.ts',
  'ts playwright': '.ci/readme.test.ts',
  'ts playwright fixtures': '.ci/readme.test.ts',
  'ts testcontainers': '.ci/examples.test.ts',
  'ts twin': '.ci/examples.test.ts',
  'ts vitest': '.ci/readme-conformance.test.ts',
  yaml: '.ci/readme-conformance.test.ts',
  'yaml adapter': 'bin/schemas/schemas.long.test.ts',
  'yaml config': 'bin/options/config-file.test.ts',
  'yaml conventions': 'bin/schemas/schemas.long.test.ts',
  'yaml fixture': 'bin/schemas/schemas.long.test.ts',
  'yaml action': '.ci/readme.test.ts',
  'yaml profile': '.ci/readme.test.ts',
}

it('has a test for each code block', () => {
  const languages = pageFiles.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^```([a-z][a-z ]*)$/gm)].map((match) => match[1]!),
  )
  expect([...new Set(languages)].toSorted()).toEqual(Object.keys(testedBy).toSorted())
  expect(Object.values(testedBy).filter((file) => !existsSync(join(root, file)))).toEqual([])
})

it('shows a step and a claim that the Action and the kit take', () => {
  const [step] = parse(codeOf('yaml action')[0]!) as { uses: string; with: object }[]
  const { inputs } = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as { inputs: object }
  expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(step!.with)))
  const { profile, without } = parseTargetFile(`baseUrl: https://a.example\n${codeOf('yaml profile')[0]!}`, {})
  expect([profile, without?.includes('versioned')]).toEqual(['full', true])
})

it('has nothing left to fill in', () => {
  expect(readme).not.toMatch(/@@|TODO|XX/)
})

it('runs the recipe of the control API', async () => {
  await using server = await serve(createEmulator(), { port: 0 })
  const env = userEnvironment({ PLATFORM_BASE_URL: server.url })
  const { stdout } = await run('sh', ['-e', '-c', codeOf('sh control')[0]!.replaceAll('curl', 'curl -sSf')], { env })
  expect(stdout).toMatch(/"now":.*"requests":\[\]/s)
})

it('takes at most 1,200 words beside its code', () => {
  const prose = readme.replaceAll(/^```.*?^```$/gms, '').replaceAll(/\]\([^)]*\)/g, ']')
  expect(prose.match(/[\p{L}\p{N}][^\s|]*/gu)!.length).toBeLessThanOrEqual(1_200)
})

it('names only scripts that exist', () => {
  const named = [...readme.matchAll(/npm (?:run )?(start|test|check|\w+)(?=`| {2,}#)/g)].map((match) => match[1]!)
  expect(named).toEqual(expect.arrayContaining(['start', 'test']))
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

it('lists the options of the command line, every one and no other', () => {
  const listed = [...pageOf('start').matchAll(/^\| `--([\w-]+)/gm)].map((match) => match[1])
  expect([...listed].sort()).toEqual(Object.keys(emulatorOptions).sort())
})

it('names in CONTRIBUTING.md only files and scripts that exist', () => {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1]!)
  const paths = quoted.filter((word) => /^[.\w-]+\/[\w./-]*$/.test(word))
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path) => globSync(path, { cwd: root }).length === 0)).toEqual([])
  const named = quoted.flatMap((word) => /^npm (?:run )?([\w:]+)/.exec(word)?.[1] ?? [])
  expect(named).toEqual(expect.arrayContaining(['test', 'check', 'generate', 'kill']))
  expect(named.filter((name) => name !== 'install' && !(name in scripts))).toEqual([])
  const filters = quoted.flatMap(
    (word) => /^npm run (?:prove|test:long)(?: --)? ([^-][\w./ -]*?)(?: -t NAME)?$/.exec(word)?.[1]?.split(' ') ?? [],
  )
  expect(filters.length).toBeGreaterThan(10)
  const tests = (path: string) => (path.endsWith('.test.ts') ? path : `${path}/**/*.test.ts`)
  expect(filters.filter((path) => globSync(tests(path), { cwd: root }).length === 0)).toEqual([])
})

it('links to files that exist: by their path if the package has them, otherwise by their address', () => {
  const { files, repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    files: string[]
    repository: { url: string }
  }
  const address = `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/main/`
  for (const file of [...pageFiles, 'SECURITY.md', 'CHANGELOG.md']) {
    const links = [...readFileSync(join(root, file), 'utf8').matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(
      (match) => match[1]!,
    )
    const paths = links.filter((link) => !/^https?:/.test(link)).map((link) => join(dirname(file), link))
    expect(paths.filter((path) => ![...files, ...pageFiles, 'LICENSE'].includes(path))).toEqual([])
    const others = links
      .filter((link) => link.startsWith(address))
      .map((link) => link.slice(address.length).replace('?raw=true', ''))
    for (const path of [...paths, ...others]) expect([path, globSync(path, { cwd: root })]).toEqual([path, [path]])
    if (file === 'README.md') expect(others.length).toBeGreaterThan(2)
  }
})

it('has no sentence that begins with What or Of those, in any page', () => {
  const files = [...pageFiles, 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'RELEASING.md', 'SECURITY.md']
  const beginnings = files.flatMap((file) => {
    const prose = readFileSync(join(root, file), 'utf8').replaceAll(/^```.*?^```/gms, '')
    const sentences = prose.replaceAll(/ *\n(?![-|#\n<]|\d+\.)/g, ' ')
    const found = sentences.matchAll(
      /(?:^[-#*]* ?|[.:!?] |\| |\*\*)(?:What|Whose|Whoever|Of th\w+|The same for)\b.{0,40}/gm,
    )
    return [...found].map(([text]) => `${file}: ${text}`)
  })
  expect(beginnings).toEqual([])
})

it('links to headings that exist', () => {
  const headings = new Map(
    pageFiles.map((file) => {
      const text = readFileSync(join(root, file), 'utf8').replaceAll(/^```.*?^```/gms, '')
      const names = [...text.matchAll(/^#+ (.+)$/gm)].map((match) => match[1]!.toLowerCase())
      return [file, names.map((name) => name.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'))] as const
    }),
  )
  const broken = pageFiles.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)]
      .map(([, path = '', anchor = '']) => [path === '' ? file : join(dirname(file), path), anchor] as const)
      .filter(([path, anchor]) => headings.get(path)?.includes(anchor) !== true)
      .map(([path, anchor]) => `${file}: ${path}#${anchor}`),
  )
  expect(broken).toEqual([])
})

it('names tests that exist', () => {
  const [, table = ''] = /\n\n(\| .*?)\n$/s.exec(pageOf('proofs')) ?? []
  const paths = [...table.matchAll(/`([\w.-]+\/[\w./-]*)`(?=[^|]*\|$)/gm)].map((match) => match[1]!)
  expect(paths.length).toBeGreaterThan(10)
  for (const path of paths)
    expect([path, globSync(path.endsWith('/') ? `${path}**/*.test.ts` : path, { cwd: root }).length]).not.toEqual([
      path,
      0,
    ])
})

it('draws the figures of its benchmark, the largest first', () => {
  const results = readFileSync(join(root, 'bench/RESULTS.md'), 'utf8')
  const [, table = ''] =
    /^## A page of 20 products, beside other servers$.*?^\|[ -].*?\n(\| bare .*?)\n\n/ms.exec(results) ?? []
  const rates = table.split('\n').map((row) => row.split('|').map((cell) => cell.trim()))
  const expected = rates
    .map(([, name, , , rate]) => [name, Number(Number(rate).toPrecision(3))] as const)
    .toSorted(([, first], [, second]) => second - first)
  const chart = readFileSync(join(root, 'bench/peers.svg'), 'utf8')
  const drawn = [...chart.matchAll(/end">([^<]+)<.*width="([\d.]+)".*?>([\d,]+)<\/text>$/gm)]
  expect(drawn.map(([, name, , rate]) => [name, Number(rate!.replaceAll(',', ''))])).toEqual(expected)
  const unit = Number(drawn[0]![2]) / expected[0]![1]
  for (const [index, [, rate]] of expected.entries()) expect(Number(drawn[index]![2])).toBeCloseTo(rate * unit, 0)
})
