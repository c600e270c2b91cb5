import type { JsonReport } from './report-schema.ts'
import { expect, it, vi } from 'vitest'
import { sampleCheck, sampleExchange, sampleResult } from '../../testing/conformance/sample-result.ts'
import { bundleFiles, toBundledFile } from './bundle.ts'
import { summarize } from './summary.ts'
import { verificationText, verifyBundle } from './verify-bundle.ts'

const passed = sampleCheck('filters.exact.value', 'pass')
const failed = sampleCheck('filters.and.intersection', 'fail', 'expected a; got b', [sampleExchange()])
const { stated } = summarize(sampleResult([passed])).requirements

const encoder = new TextEncoder()
const decodeContent = (content: Uint8Array | undefined) => new TextDecoder().decode(content)
const sampleBundle = (...results: Parameters<typeof sampleResult>[0]): Map<string, Uint8Array> => {
  const files = bundleFiles(sampleResult(results, { exchanges: [sampleExchange()] }))
  return new Map<string, Uint8Array>(Object.entries(files).map(([name, text]) => [name, encoder.encode(text)]))
}

/** A bundle with another text, and a manifest that lists it, as a forger would write it. */
function forged(name: string, change: (text: string) => string): Map<string, Uint8Array> {
  const files = sampleBundle(passed)
  const changed = encoder.encode(change(decodeContent(files.get(name))))
  const manifest = JSON.parse(decodeContent(files.get('manifest.json'))) as { files: Record<string, object> }
  manifest.files[name] = toBundledFile(changed)
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
        .map(([name, text]) => [name, toBundledFile(encoder.encode(text))]),
    ),
  })
})

it('verifies a bundle, and reports what it claims and shows, and its digest', async () => {
  const files = sampleBundle(passed)
  const verified = verifyBundle(files)
  // A single result is not a whole run of this kit.
  expect([verified.problems, verified.exitCode]).toEqual([[], 4])
  const text = verificationText(verified)
  for (const part of [
    'The bundle is intact: 4 files',
    'Claimed  full (the whole specification)\n',
    `Shown    Conformance not shown: 1 of ${stated} stated requirements decided, 0 failed, with 42 requests.\n`,
    'Target   https://target.example, on 2023-11-14T22:13:20.000Z',
    'requirements sha256:',
    `The SHA-256 of manifest.json is ${toBundledFile(files.get('manifest.json')!).sha256}.`,
    'That does not show who wrote the files',
  ])
    expect(text).toContain(part)
  expect(verifyBundle(sampleBundle(passed, failed)).exitCode).toBe(1)
})

it('names each file that was changed, is missing, was added, or is not a file, and then proves nothing', async () => {
  const files = new Map<string, Uint8Array | undefined>(sampleBundle(passed))
  files.set('report.html', encoder.encode(`${decodeContent(files.get('report.html'))} `))
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
  expect(verified.exitCode).toBe(1)
  expect(verificationText(verified)).toMatch(
    /^The bundle was changed or is incomplete: 4 problems\. It proves nothing\.\n {2}report\.html/,
  )
  expect(verificationText(verified)).not.toContain('Claimed')
})

it.each<[file: string, what: string, change: (text: string) => string, problem: RegExp]>([
  ['report.json', 'verdict', (text) => text.replace('"conformant": null', '"conformant": true'), /^conformant differs/],
  ['report.json', 'target', (text) => text.replace('target.example', 'other.example'), /^target differs/],
  ['report.json', 'count', (text) => text.replace('"pass": 1', '"pass": 2'), /^the summary .* does not count/],
  ['report.json', 'score', (text) => text.replace('"passed": 1', '"passed": 2'), /^the score .* does not count/],
  ['report.json', 'claim', (text) => text.replace(/"stated": \d+/, '"stated": 1'), /^report.json counts other/],
  ['report.json', 'HAR', (text) => text.replace(/"har": "sha256:./, '"har": "sha256:0'), /not written with this/],
  ['report.json', 'form', (text) => text.replace('"quick"', '"slow"'), /not a report of this form/],
  ['report.har', 'answer', (text) => text.replace('"status": 404', '"status": 200'), /not written with this/],
  ['report.har', 'text', () => 'null', /not written with this/],
])('detects another %s (%s) despite its correct hash, and sends nothing', (name, _what, change, problem) => {
  const sent = vi.spyOn(globalThis, 'fetch')
  const { problems, exitCode } = verifyBundle(forged(name, change))
  expect([problems[0], exitCode]).toEqual([expect.stringMatching(problem), 1])
  expect(sent).not.toHaveBeenCalled()
  sent.mockRestore()
})

it('detects a claim in report and manifest that does not follow from the results', () => {
  const claim = (text: string) => text.replace(/"conformant": ?null/, '"conformant": true')
  const content = forged('report.json', claim)
  content.set('manifest.json', encoder.encode(claim(decodeContent(content.get('manifest.json')))))
  expect(verifyBundle(content).problems).toEqual(['conformant in report.json does not follow from its results'])
})

it('reports each exchange that the report cites and the HAR lacks', () => {
  const files = bundleFiles(
    sampleResult([failed], { exchanges: [sampleExchange('other', { url: 'https://target.example/other' })] }),
  )
  const content = new Map(Object.entries(files).map(([name, text]) => [name, encoder.encode(text)]))
  expect(verifyBundle(content).problems).toEqual(['1 exchange that report.json cites are not in report.har'])
})

it.each([
  ['version', { version: '9.9.9' }, {}],
  ['requirements', { digest: 'sha256:0', requirements: 1 }, { count: 1, digest: 'sha256:0' }],
])('derives nothing with a kit of another %s, says so, and never exits with 0', async (_what, kit, requirements) => {
  const report = JSON.parse(decodeContent(sampleBundle(passed).get('report.json'))) as JsonReport
  const changed = { ...report.kit, ...kit }
  const files = forged('report.json', () => JSON.stringify({ ...report, kit: changed }))
  const manifest = JSON.parse(decodeContent(files.get('manifest.json'))) as { kit: object; requirements: object }
  manifest.kit = { name: changed.name, version: changed.version }
  manifest.requirements = { ...manifest.requirements, ...requirements }
  const verified = verifyBundle(files.set('manifest.json', encoder.encode(JSON.stringify(manifest))))
  expect(verified.problems).toEqual([])
  expect(verificationText(verified)).toContain('verify with the kit that wrote it')
  expect(verified.exitCode).toBe(4)
})
