import { expect, it } from 'vitest'
import { sampleCheck, sampleExchange, sampleResult } from '../../testing/conformance/sample-result.ts'
import type { RunResult } from '../judge/result.ts'
import { bundleFiles, fileOf } from './bundle.ts'
import type { JsonReport } from './json.ts'
import { summarize } from './summary.ts'
import { verificationText, verifyBundle } from './verify-bundle.ts'

const passed = sampleCheck('filters.exact.value', 'pass')
const failed = sampleCheck('filters.and.intersection', 'fail', 'expected a; got b', [sampleExchange()])

const { stated } = summarize(sampleResult([passed])).requirements

const encoder = new TextEncoder()
const bundleOf = (result: RunResult) =>
  new Map(Object.entries(bundleFiles(result)).map(([name, text]) => [name, encoder.encode(text)]))
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

it('finds a bundle whole, and says what it claims and shows, by whom, and how to know it again', () => {
  const files = bundle()
  const verified = verifyBundle(files)
  expect(verified.problems).toEqual([])
  const text = verificationText(verified)
  for (const part of [
    'The bundle is whole: 4 files',
    'Claimed  full (the whole specification)\n',
    `Shown    Not decided: none failed, 1 of ${stated} stated requirements decided.\n`,
    'Target   https://target.example, on 2023-11-14T22:13:20.000Z, with 42 requests',
    'requirements sha256:',
    `The SHA-256 of manifest.json is ${fileOf(files.get('manifest.json')!).sha256}.`,
    'not who wrote it',
  ])
    expect(text).toContain(part)
})

it('exits as the run did, and with 1 when the bundle is not whole', () => {
  const code = (...results: Parameters<typeof sampleResult>[0]) =>
    verifyBundle(bundleOf(sampleResult(results))).exitCode
  expect(code(passed)).toBe(0)
  expect(code(passed, failed)).toBe(1)
  expect(code(passed, sampleCheck('ids.order.x', 'blocked', 'y'))).toBe(4)
  expect(code(sampleCheck('ids.order.x', 'notApplicable', 'y'))).toBe(4)
  const files = bundle()
  files.delete('report.har')
  expect(verifyBundle(files).exitCode).toBe(1)
})

it('names each file that was changed, is missing, was added, or is no file, and then proves nothing', () => {
  const files = new Map<string, Uint8Array | undefined>(bundle())
  files.set('report.html', encoder.encode(`${new TextDecoder().decode(files.get('report.html'))} `))
  files.delete('report.har')
  files.set('notes/more.txt', new Uint8Array())
  files.set('badge.svg', undefined)
  const verified = verifyBundle(files)
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

it('sees a report whose verdict does not follow from its results, though its hash is right', () => {
  const wrong = (change: (text: string) => string, name = 'report.json') => verifyBundle(forged(name, change)).problems
  expect(wrong((text) => text.replace('"conformant": null', '"conformant": true'))).toEqual([
    'manifest.json contradicts report.json: expected conformant true; got null',
    'report.json: expected conformant null from its results; got true',
  ])
  expect(wrong((text) => text.replace('"decided": 1', '"decided": 99'))).toEqual([
    `report.json: expected requirements {"stated":${stated},"decided":1} from its results; got {"stated":${stated},"decided":99}`,
  ])
  expect(wrong((text) => text.replace('"pass": 1', '"pass": 2'))[0]).toContain('report.json: expected summary')
  expect(wrong((text) => text.replace('"profile": "full"', '"profile": "versioned"')).length).toBeGreaterThan(1)
  expect(wrong((text) => text.replace(`1 of ${stated} decided`, 'conformant'), 'badge.svg')).toEqual([
    'badge.svg shows something else than report.json',
  ])
  expect(wrong(() => '[]')).toEqual(['report.json is no JSON report of this kit'])
})

it('does not work out the verdict of a kit with other requirements anew, and says so', () => {
  const other = { ...JSON.parse(bundleFiles(sampleResult([passed]))['report.json']!) } as JsonReport
  const files = forged('report.json', () => JSON.stringify({ ...other, kit: { ...other.kit, digest: 'sha256:0' } }))
  const manifest = JSON.parse(new TextDecoder().decode(files.get('manifest.json'))) as { requirements: object }
  manifest.requirements = { count: 1, digest: 'sha256:0' }
  const verified = verifyBundle(files.set('manifest.json', encoder.encode(JSON.stringify(manifest))))
  expect(verified.problems).toEqual([])
  expect(verificationText(verified)).toContain('with other requirements, so this was not worked out anew')
})

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
