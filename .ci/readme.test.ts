import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { taskNames } from '../conformance/client/tasks/names.ts'
import { clientScenarios } from '../conformance/client/tasks/scenarios.ts'
import { createEmulator } from '../emulator/create-emulator.ts'
import type { Fault } from '../emulator/index.ts'
import { parseTargetFile } from '../conformance/target/target-file.ts'
import { brokenClients } from '../testing/clients/broken/broken-clients.ts'
import { firstCodeBlock, pageFiles, docsPage, readme, root } from '../testing/readme-code.ts'

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

/** The tests of code blocks by language. `.ci/examples.test.ts` also compiles TypeScript. */
const testedBy: Readonly<Record<string, string>> = {
  'js jest': '.ci/packed/jest.long.test.ts',
  python: '.ci/packed/recipes.long.test.ts',
  'python driver': '.ci/packed/recipes.long.test.ts',
  sh: '.ci/packed/recipes.long.test.ts',
  'sh claim': '.ci/packed/recipes.long.test.ts',
  'sh client': '.ci/packed/recipes.long.test.ts',
  'sh conformance': '.ci/packed/recipes.long.test.ts',
  'sh control': '.ci/packed/recipes.long.test.ts',
  'sh init': '.ci/packed/recipes.long.test.ts',
  'sh learn': '.ci/packed/recipes.long.test.ts',
  'sh proxy': '.ci/packed/recipes.long.test.ts',
  'sh replay': '.ci/packed/recipes.long.test.ts',
  'sh start': '.ci/packed/recipes.long.test.ts',
  'sh twin': '.ci/packed/recipes.long.test.ts',
  ts: '.ci/packed/recipes.long.test.ts',
  'ts client': '.ci/packed/recipes.long.test.ts',
  'ts clock': '.ci/packed/recipes.long.test.ts',
  'ts fixture': '.ci/packed/recipes.long.test.ts',
  'ts fixtures': '.ci/packed/recipes.long.test.ts',
  'ts playwright': '.ci/packed/recipes.long.test.ts',
  'ts playwright fixtures': '.ci/packed/recipes.long.test.ts',
  'ts testcontainers': '.ci/examples.test.ts',
  'ts twin': '.ci/packed/recipes.long.test.ts',
  'ts vitest': '.ci/packed/recipes.long.test.ts',
  yaml: '.ci/packed/recipes.long.test.ts',
  'yaml adapter': '.ci/packed/recipes.long.test.ts',
  'yaml config': '.ci/packed/recipes.long.test.ts',
  'yaml conventions': '.ci/packed/recipes.long.test.ts',
  'yaml fixture': '.ci/packed/recipes.long.test.ts',
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

it('shows a step and a claim that the Action and the kit accept', () => {
  const [step] = parse(firstCodeBlock('yaml action')) as { uses: string; with: object }[]
  const { inputs } = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as { inputs: object }
  expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(step!.with)))
  const { profile, without } = parseTargetFile(`baseUrl: https://a.example\n${firstCodeBlock('yaml profile')}`, {})
  expect([profile, without?.includes('versioned')]).toEqual(['full', true])
})

it('has no placeholders left', () => {
  expect(readme).not.toMatch(/@@|TODO|XX/)
})

it('has at most 1,200 words besides code', () => {
  const prose = readme.replaceAll(/^```.*?^```$/gms, '').replaceAll(/\]\([^)]*\)/g, ']')
  expect(prose.match(/[\p{L}\p{N}][^\s|]*/gu)!.length).toBeLessThanOrEqual(1_200)
})

it.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'])(
  'names only files and scripts that exist in %s',
  (page) => {
    const quoted = [...readFileSync(join(root, page), 'utf8').matchAll(/`([^`\n]+)`/g)].map((match) => match[1]!)
    const paths = quoted.filter((word) =>
      /^(?:\.ci|bench|bin|conformance|emulator|fixtures|testing)\/[\w./-]*$/.test(word),
    )
    expect(paths.filter((path) => globSync(path, { cwd: root }).length === 0)).toEqual([])
    const named = quoted.flatMap((word) => /^npm (?:run )?([\w:]+)/.exec(word)?.[1] ?? [])
    expect(named.filter((name) => !['install', 'audit'].includes(name) && !(name in scripts))).toEqual([])
  },
)

it.each([
  ['README.md', 5],
  ['SECURITY.md', 20],
])('names a test for each promise of %s', (page, least) => {
  const [promised = ''] = readFileSync(join(root, page), 'utf8').split('## Not promised')
  const rows = [...promised.matchAll(/^\| (?!promise|-).+ \| (.+) \|$/gm)].map(([, tests]) => tests!)
  expect(rows.length).toBeGreaterThan(least)
  expect(rows.filter((tests) => tests !== 'Not promised' && !/`[^`]+(?:\.test\.ts|\/)`|\]\(/.test(tests))).toEqual([])
})

it('proves the recipes of CONTRIBUTING.md by tests that exist', () => {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1]!)
  const filters = quoted.flatMap(
    (word) => /^npm run (?:prove|test:long)(?: --)? ([^-][\w./ -]*?)(?: -t NAME)?$/.exec(word)?.[1]?.split(' ') ?? [],
  )
  expect(filters.length).toBeGreaterThan(10)
  const tests = (path: string) => (path.endsWith('.test.ts') ? path : `${path}/**/*.test.ts`)
  expect(filters.filter((path) => globSync(tests(path), { cwd: root }).length === 0)).toEqual([])
})

it('counts tasks, scenarios and broken clients as the pages do', () => {
  const [, table = ''] = /\n\| task \|.*?\n(.*?)\n\n/s.exec(docsPage('client')) ?? []
  expect([...table.matchAll(/^\| `([\w-]+)`/gm)].map(([, name]) => name)).toEqual(taskNames)
  const text = readme.replaceAll('\n', ' ')
  expect(text).toContain(`in ${taskNames.length} tasks, plain and in over 40 scenarios`)
  expect(clientScenarios.length).toBeGreaterThan(40)
  expect(text).toContain('| Over 150 broken clients are each caught')
  expect(brokenClients.length).toBeGreaterThan(150)
})

it('shows only faults that the emulator accepts', () => {
  const faults = [...docsPage('faults').matchAll(/^\| `(\{ ".* \})` \|/gm)].map(
    ([, json]) => JSON.parse(json!) as Fault,
  )
  expect(faults.length).toBeGreaterThan(10)
  expect(createEmulator({ faults }).faults.pending).toHaveLength(faults.length)
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

it('draws the figures of its benchmark, largest first', () => {
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
