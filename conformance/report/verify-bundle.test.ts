import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { emulatorSubject, runKit } from '../../testing/selftest/subject.ts'
import { sampleCheck, sampleExchange, sampleResult } from '../../testing/conformance/sample-result.ts'
import type { RunResult } from '../judge/result.ts'
import { bundleFiles, fileOf } from './bundle.ts'
import type { JsonReport } from './json.ts'
import { summarize } from './summary.ts'
import { type BundleContent, verificationText, verifyBundle } from './verify-bundle.ts'

const passed = sampleCheck('filters.exact.value', 'pass')
const failed = sampleCheck('filters.and.intersection', 'fail', 'expected a; got b', [sampleExchange()])

const { stated } = summarize(sampleResult([passed])).requirements

const encoder = new TextEncoder()
const bundleOf = (result: RunResult): Map<string, Uint8Array> =>
  new Map<string, Uint8Array>(Object.entries(bundleFiles(result)).map(([name, text]) => [name, encoder.encode(text)]))
const bundle = () => bundleOf(sampleResult([passed]))

/** A bundle with another text, and a manifest that lists it, as a forger would write it. */
function forged(name: string, change: (text: string) => string): Map<string, Uint8Array> {
  const files = bundle()
  const changed = encoder.encode(change(new TextDecoder().decode(files.get(name))))
  const manifest = JSON.parse(new TextDecoder().decode(files.get('manifest.json'))) as { files: Record<string, object> }
  manifest.files[name] = fileOf(changed)
  return files.set(name, changed).set('manifest.json', encoder.encode(JSON.stringify(manifest)))
}

it('has JSON, HTML, HAR and badge, and a manifest with kit, digest, claim and the hash of each file', () => {
  const files = bundleFiles(sampleResult([failed], { claim: { profile: 'versioned', without: ['dsn'] } }))
  expect(Object.keys(files)).toEqual(['report.json', 'report.html', 'report.har', 'badge.svg', 'manifest.json'])
  const report = JSON.parse(files['report.json']!) as JsonReport
  expect(JSON.parse(files['manifest.json']!)).toEqual({
    form: 'platform-data-conformance-bundle/1',
    kit: { name: report.kit.name, version: report.kit.version },
    requirements: { count: report.kit.requirements, digest: report.kit.digest },
    target: { baseUrl: 'https://target.example' },
    profile: 'versioned',
    without: ['dsn'],
    conformant: false,
    startedAt: report.startedAt,
    files: Object.fromEntries(
      Object.entries(files)
        .filter(([name]) => name !== 'manifest.json')
        .map(([name, text]) => [name, fileOf(encoder.encode(text))]),
    ),
  })
})

it('finds a bundle whole, and says what it claims and shows, by whom, and how to know it again', async () => {
  const files = bundle()
  const verified = await verifyBundle(files)
  expect(verified.problems).toEqual([])
  const text = verificationText(verified)
  for (const part of [
    'The bundle is whole: 4 files',
    'Claimed  full (the whole specification)\n',
    `Shown    Not decided: none failed, 1 of ${stated} stated requirements decided.\n`,
    'Target   https://target.example, on 2023-11-14T22:13:20.000Z, with 42 requests',
    'requirements sha256:',
    `The SHA-256 of manifest.json is ${fileOf(files.get('manifest.json')!).sha256}.`,
    'It does not show who wrote them',
  ])
    expect(text).toContain(part)
})

it('exits with 1 where something failed or the bundle is not whole, and with 4 where not all is decided', async () => {
  const code = async (...results: Parameters<typeof sampleResult>[0]) =>
    (await verifyBundle(bundleOf(sampleResult(results)))).exitCode
  // One result alone is no whole run of this kit.
  expect(await code(passed)).toBe(4)
  expect(await code(passed, failed)).toBe(1)
  expect(await code(passed, sampleCheck('ids.order.x', 'blocked', 'y'))).toBe(1)
  expect(await code()).toBe(4)
  const files = bundle()
  files.delete('report.har')
  expect((await verifyBundle(files)).exitCode).toBe(1)
})

const nothingSent = 'Open     the run sent no request, so none of its verdicts is about an answer of the target.'

it('judges a run without any request anew, and says that it sent none', async () => {
  const { fetch } = emulatorSubject()
  const result = await runKit(
    { target: { baseUrl: 'http://target.test' }, fetch },
    { only: ['cursors.*'], keepExchanges: true },
  )
  expect(result.requests).toBe(0)
  const verified = await verifyBundle(bundleOf(result))
  expect(verified).toMatchObject({
    problems: [],
    judged: { again: result.results.length, all: result.results.length },
    exitCode: 4,
  })
  expect(verificationText(verified)).toContain(nothingSent)
})

it('names each file that was changed, is missing, was added, or is no file, and then proves nothing', async () => {
  const files = new Map<string, Uint8Array | undefined>(bundle())
  files.set('report.html', encoder.encode(`${new TextDecoder().decode(files.get('report.html'))} `))
  files.delete('report.har')
  files.set('notes/more.txt', new Uint8Array())
  files.set('badge.svg', undefined)
  const verified = await verifyBundle(files)
  expect(verified.problems).toEqual([
    expect.stringMatching(/^report\.html was changed: expected \d+ bytes with SHA-256 [0-9a-f]{64}; got \d+ with /),
    'report.har is missing',
    'badge.svg is not a file',
    'notes/more.txt was added: manifest.json does not list it',
  ])
  expect(verificationText(verified)).toMatch(
    /^The bundle is not whole: 4 problems\. It proves nothing\.\n {2}report\.html/,
  )
  expect(verificationText(verified)).not.toContain('Claimed')
})

it('sees a report whose verdict does not follow from its results, though its hash is right', async () => {
  const wrong = async (change: (text: string) => string, name = 'report.json') =>
    (await verifyBundle(forged(name, change))).problems
  expect(await wrong((text) => text.replace('"conformant": null', '"conformant": true'))).toEqual([
    'manifest.json contradicts report.json: expected conformant true; got null',
    'report.json: expected conformant null from its results; got true',
  ])
  expect(await wrong((text) => text.replace('"decided": 1', '"decided": 99'))).toEqual([
    `report.json: expected requirements {"stated":${stated},"decided":1} from its results; got {"stated":${stated},"decided":99}`,
  ])
  expect((await wrong((text) => text.replace('"pass": 1', '"pass": 2')))[0]).toContain('report.json: expected summary')
  expect((await wrong((text) => text.replace('"profile": "full"', '"profile": "versioned"'))).length).toBeGreaterThan(1)
  expect(await wrong((text) => text.replace(`1 of ${stated} decided`, 'conformant'), 'badge.svg')).toEqual([
    'badge.svg is not what this kit makes of the run in report.har',
    'manifest.json is not what this kit makes of the run in report.har',
  ])
  expect(await wrong(() => '[]')).toEqual(['report.json is no JSON report of this kit'])
})

it.each([
  ['version', { version: '9.9.9' }, {}],
  ['requirements', { digest: 'sha256:0', requirements: 1 }, { count: 1, digest: 'sha256:0' }],
])('works nothing out of a kit of another %s, says so, and never exits with 0', async (_what, kit, requirements) => {
  const other = { ...JSON.parse(bundleFiles(sampleResult([passed]))['report.json']!) } as JsonReport
  const changed = { ...other.kit, ...kit }
  const files = forged('report.json', () => JSON.stringify({ ...other, kit: changed }))
  const manifest = JSON.parse(new TextDecoder().decode(files.get('manifest.json'))) as {
    kit: object
    requirements: object
  }
  manifest.kit = { name: changed.name, version: changed.version }
  manifest.requirements = { ...manifest.requirements, ...requirements }
  const verified = await verifyBundle(files.set('manifest.json', encoder.encode(JSON.stringify(manifest))))
  expect(verified.problems).toEqual([])
  expect(verificationText(verified)).toContain('nothing was worked out anew; verify with the kit that wrote it')
  expect(verified.exitCode).toBe(4)
})

describe('a bundle of a run that passed', () => {
  let files: ReadonlyMap<string, Uint8Array>
  beforeAll(async () => {
    const { target, fetch } = emulatorSubject()
    files = bundleOf(await runKit({ target, fetch }, { keepExchanges: true }))
  })
  const textOf = (content: BundleContent, name: string) => new TextDecoder().decode(content.get(name))

  /** The bundle with one file changed and the hashes made anew, as a forger would write it. */
  function forgedBy(name: string, change: (text: string) => string): BundleContent {
    const changed = encoder.encode(change(textOf(files, name)))
    const manifest = JSON.parse(textOf(files, 'manifest.json')) as { files: Record<string, object> }
    if (name !== 'manifest.json') manifest.files[name] = fileOf(changed)
    return new Map(files)
      .set('manifest.json', encoder.encode(`${JSON.stringify(manifest, undefined, 2)}\n`))
      .set(name, changed)
  }

  it('exits with 0', async () => {
    const verified = await verifyBundle(files)
    expect([verified.problems, verified.exitCode]).toEqual([[], 0])
    expect(verificationText(verified)).not.toContain('Open ')
  })

  it.each([
    ['another report for people', 'report.html', (text: string) => text.replace('Conformant', 'Not conformant')],
    ['a whole other page', 'report.html', () => '<!doctype html><title>Conformant</title>'],
    ['another badge', 'badge.svg', (text: string) => text.replace('conformant', 'excellent')],
    [
      'evidence that is gone',
      'report.har',
      (text: string) => {
        const har = JSON.parse(text) as { log: { entries: unknown[] } }
        har.log.entries = har.log.entries.slice(0, 10)
        return JSON.stringify(har)
      },
    ],
  ])('is not whole with %s, though the hashes are right', async (_what, name, change) => {
    expect((await verifyBundle(forgedBy(name, change))).exitCode).toBe(1)
  })

  it('exits with 4 without one of its exchanges, though every hash is made anew', async () => {
    const { log } = JSON.parse(textOf(files, 'report.har')) as { log: { entries: unknown[] } }
    const har = `${JSON.stringify({ log: { ...log, entries: log.entries.toSpliced(700, 1) } }, undefined, 2)}\n`
    const forgery = new Map(forgedBy('report.har', () => har))
    const report = JSON.parse(textOf(files, 'report.json')) as JsonReport
    const hashed = `sha256:${fileOf(encoder.encode(har)).sha256}`
    const named = encoder.encode(`${JSON.stringify({ ...report, har: hashed }, undefined, 2)}\n`)
    const manifest = JSON.parse(textOf(forgery, 'manifest.json')) as { files: Record<string, object> }
    manifest.files['report.json'] = fileOf(named)
    forgery.set('report.json', named)
    forgery.set('manifest.json', encoder.encode(`${JSON.stringify(manifest, undefined, 2)}\n`))
    const verified = await verifyBundle(forgery)
    expect([verified.problems, verified.exitCode]).toEqual([[], 4])
    expect(verificationText(verified)).toMatch(
      /^Judged {3}0 of \d+ verdicts [^]+^Open {5}no verdict was worked out anew: the kit asks for something else/m,
    )
  })

  it('never exits with 0 after one member of its report was changed or taken out', async () => {
    const report = JSON.parse(textOf(files, 'report.json')) as unknown
    const paths = pathsIn(report)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), fc.jsonValue(), fc.boolean(), async (path, value, takesOut) => {
        const changed = structuredClone(report)
        if (!changeAt(changed, path, takesOut ? undefined : value)) return
        const forgery = forgedBy('report.json', () => `${JSON.stringify(changed, undefined, 2)}\n`)
        expect((await verifyBundle(forgery)).exitCode).not.toBe(0)
      }),
      { numRuns: 30 },
    )
  })

  it('says what is wrong, and never fails itself, after one member of its HAR was changed or taken out', async () => {
    const har = JSON.parse(textOf(files, 'report.har')) as unknown
    const paths = pathsIn(har)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), fc.jsonValue(), fc.boolean(), async (path, value, takesOut) => {
        const changed = structuredClone(har)
        if (!changeAt(changed, path, takesOut ? undefined : value)) return
        const forgery = forgedBy('report.har', () => `${JSON.stringify(changed, undefined, 2)}\n`)
        expect((await verifyBundle(forgery)).exitCode).not.toBe(0)
      }),
      {
        numRuns: 10,
        examples: [
          [['log', 'entries', 0, 'request', 'headers', 0, 'name'], { toString: null }, false],
          [['log', '_run', 'run', 'result', 'results', 0, 'remark'], 'x', false],
        ],
      },
    )
  })

  it('never exits with 0 after a file was added, taken out or changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files.keys(), 'more.txt'),
        fc.option(fc.uint8Array()),
        async (name, content) => {
          const changed = new Map<string, Uint8Array | undefined>(files)
          if (content) changed.set(name, content)
          else if (!changed.delete(name)) return
          if (name === 'manifest.json') expect(() => verifyBundle(changed)).toThrow('manifest.json')
          else expect((await verifyBundle(changed)).exitCode).toBe(1)
        },
      ),
      { numRuns: 60 },
    )
  })
})

/** The paths of every member and item in a JSON value. */
function pathsIn(value: unknown, path: readonly (string | number)[] = []): readonly (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  const inside = Object.entries(value).flatMap(([name, member]) =>
    pathsIn(member, [...path, Array.isArray(value) ? Number(name) : name]),
  )
  return path.length === 0 ? inside : [path, ...inside]
}

/** Changes a value in place; returns false if it stays as it is. */
function changeAt(value: unknown, path: readonly (string | number)[], to: unknown): boolean {
  let place = value as Record<string | number, unknown>
  for (const name of path.slice(0, -1)) place = place[name] as Record<string | number, unknown>
  const last = path.at(-1)!
  if (JSON.stringify(place[last]) === JSON.stringify(to)) return false
  if (to === undefined) delete place[last]
  else place[last] = to
  return true
}

it.each([
  ['nothing', [], 'this is no bundle, as it has no manifest.json; write one with --report bundle=DIR'],
  ['a manifest that is no JSON', [['manifest.json', '{']], 'got no JSON object'],
  ['a manifest of something else', [['manifest.json', '{"name": "an app"}']], 'got none'],
  ['a manifest of another form', [['manifest.json', '{"form": "x/2"}']], 'got "x/2"'],
  [
    'half a manifest',
    [['manifest.json', '{"form": "platform-data-conformance-bundle/1", "files": {"a": 1}}']],
    'expected kit, requirements, target, and files with bytes and sha256',
  ],
] as const)('refuses %s with a clear error', (_what, files, message) => {
  const content = new Map(files.map(([name, text]) => [name as string, encoder.encode(text)]))
  expect(() => verifyBundle(content)).toThrow(message)
  expect(() => verifyBundle(content)).toThrow(expect.objectContaining({ name: 'KitError', code: 'invalid_bundle' }))
})
