import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { product } from '../../testing/product/product.ts'
import { resultLines, runKit, type Subject, toSubject } from '../../testing/conformance/subject.ts'
import type { RunResult } from '../judge/result.ts'
import { writeReport } from './service-document.ts'
import { type ReportFormat, reportFormats } from './format-list.ts'

/** A result that shows every exchange in every format: reports show only exchanges of failures. */
function allFailed(result: RunResult): RunResult {
  const share = Math.ceil(result.exchanges.length / result.results.length)
  return {
    ...result,
    results: result.results.map((original, index) => ({
      ...original,
      verdict: 'fail',
      evidence: [...original.evidence, ...result.exchanges.slice(index * share, (index + 1) * share)],
    })),
  }
}

/** A report as a person reads it. */
function renderedText(format: ReportFormat, report: string): string {
  const text = format === 'html' ? report.replaceAll(/<style>.*?<\/style>|<\/?[a-z][^<>]*>/gs, ' ') : report
  return format === 'html' || format === 'junit'
    ? text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&')
    : text
}

const urls = /http:\/\/target\.test(?:<[^<>\n]*>|[^\s"'<>\\)`,…])*/g

/** A placeholder together with the rest of a path. */
const besidePlaceholder = /\/[\w.~%-]*<[A-Za-z][^<>\n]*>|<[A-Za-z][^<>\n]*>[\w.~%-]*\/\w/g

/** The words that a shell would pass to curl. */
function curlWords(lines: readonly string[]): readonly string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${lines.join('\n')}`
  const { stdout, stderr, error } = spawnSync('sh', [], { input: script, encoding: 'utf8', maxBuffer: 64_000_000 })
  expect(error).toBeUndefined()
  expect(stderr).toBe('')
  return stdout.split('\0')
}

const subjects: readonly (readonly [what: string, subject: () => Subject])[] = [
  ['the credentials of an emulator', () => toSubject(createEmulator())],
  [
    'a target that accepts nearly right credentials',
    () =>
      toSubject(
        createEmulator({
          deviations: product
            .filter(({ law, condition }) => law === 'secret-without-case' && condition === 'always')
            .map((fault) => ({ ...fault, caughtBy: '' })),
        }),
      ),
  ],
]

it.each(subjects)('shows no path and no curl line that cannot be read given %s', async (_what, subject) => {
  const sent = new Set(['/'])
  const { target, fetch } = subject()
  const result = await runKit(
    {
      target,
      fetch: async (request) => {
        sent.add(new URL(request.url).pathname)
        return await fetch(request)
      },
    },
    { keepExchanges: true },
  )
  const stopped = resultLines(result, 'error', 'blocked').filter((line) => line.startsWith('auth.'))
  expect(stopped).toEqual([])
  expect(result.results.filter(({ check, requirement }) => /[<>]/.test(check + requirement))).toEqual([])
  const withLinks: ReportFormat[] = []
  for (const format of reportFormats) {
    const whole = renderedText(format, writeReport(format, allFailed(result), { verbose: true }))
    // A long body is cut anywhere, also in an address.
    const text = whole.replaceAll(/http:[^\s"'<>\\)`,…]*…/g, '…')
    const links = [...new Set(text.match(urls))]
    if (links.length > 0) withLinks.push(format)
    // Paths have no secrets, so no path may hold a placeholder.
    expect(
      links.filter((url) => !URL.canParse(url) || !sent.has(new URL(url).pathname)),
      format,
    ).toEqual([])
    expect(text.match(besidePlaceholder) ?? [], format).toEqual([])
  }
  // A further format may show no address.
  const formats = ['terminal', 'json', 'junit', 'html', 'markdown', 'har']
  expect(withLinks).toEqual(expect.arrayContaining(formats))
  const { results } = JSON.parse(writeReport('json', allFailed(result))) as {
    results: { evidence: { curl: string }[] }[]
  }
  const words = curlWords(results.flatMap(({ evidence }) => evidence.map(({ curl }) => curl)))
  expect(words.filter((word) => word.startsWith('http') && !sent.has(new URL(word).pathname))).toEqual([])
})
