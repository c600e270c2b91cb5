// Runs the kit in its own words and in others, for tests that nothing but text depends on the words.
import { isInOtherWords, inWords, type Words, worded } from '../conformance/other-words.ts'
import { expect, it } from 'vitest'
import { checks } from '../../conformance/checks/checks.ts'
import { factMembers } from '../../conformance/conclusions/fact.ts'
import type { CheckResult, RunResult } from '../../conformance/judge/result.ts'
import type { ConformanceOptions } from '../../conformance/judge/run-conformance.ts'
import { applyBaseline, type Baseline, updateBaseline } from '../../conformance/report/baseline.ts'
import { compareReports, parseReport } from '../../conformance/report/compare.ts'
import { consequencesOf } from '../../conformance/report/consequences.ts'
import type { Section } from '../../conformance/report/document.ts'
import {
  blockedGroups,
  insufficientGroups,
  omittedGroups,
  partlySeenGroups,
  undeclaredGroups,
  unseenGroups,
} from '../../conformance/report/groups.ts'
import type { JsonReport } from '../../conformance/report/json.ts'
import type { Statement } from '../../conformance/conclusions/conclusion.ts'
import { textOf } from '../../conformance/wording/text.ts'
import { writeReport } from '../../conformance/report/reports.ts'
import { serviceDocument } from '../../conformance/report/service-document.ts'
import { summarize } from '../../conformance/report/summary.ts'
import type { BrowserError, BrowserTab, BrowserView, WebBrowser } from '../../conformance/send/web-browser.ts'
import type { Deviation } from '../../emulator/disturb/deviations/define-deviation.ts'
import { htmlBrowser } from '../conformance/html-browser.ts'
import { everyDeviation } from '../faults/faults.ts'
import { deviatingSubject, runKit, type Subject, timelessSubject } from './subject.ts'

/** An id of 27 characters, as the emulator makes it from the time and from how many it has made. */
const anId = /\b[0-9A-Za-z]{27}\b/g

/** The members that are texts, or that differ from run to run. */
const texts: ReadonlySet<string> = new Set([
  'message',
  'expected',
  'got',
  'remark',
  'durationMs',
  'startedAt',
  'trouble',
  'cutShort',
])

/**
 * A value as plain data, without the members that are texts. Ids are left out: requests that are sent together are
 * answered in an order of their own in each run.
 */
function plain(value: unknown): unknown {
  const json = JSON.stringify(value, (name, member: unknown) => (texts.has(name) ? undefined : member))
  return JSON.parse(json.replaceAll(anId, 'ID'))
}

/** The result of a run without its words. */
function concludedOf(result: RunResult, known: Baseline, before: string | undefined): unknown {
  const report = JSON.parse(writeReport('json', result)) as JsonReport
  const ids = checks.map(({ id }) => id)
  const baselines = [undefined, applyBaseline(result, { version: 1, entries: [] }), applyBaseline(result, known, ids)]
  const failures = result.results.filter(({ verdict }) => verdict === 'fail').map(({ check }) => check)
  const groups = { blockedGroups, insufficientGroups, omittedGroups, partlySeenGroups, undeclaredGroups, unseenGroups }
  return plain({
    report: { ...report, requests: 0, leftovers: report.leftovers.length, findings: 0, results: 0 },
    findings: Object.entries(report.findings).map(([name, value]) => [name, typeof value === 'string' ? '' : value]),
    results: result.results.map((checked, index) => toComparable(checked, report.results[index]!)),
    // Under a baseline the exit code depends on what its entries excuse.
    summaries: baselines.flatMap((baseline) =>
      [true, false].map((allowUndecided) => {
        const { exitCode, conformant, counts, score, clauses } = summarize(result, { baseline, allowUndecided })
        return { exitCode, conformant, counts, score, clauses }
      }),
    ),
    consequences: failures.map((check) => [check, ...consequencesOf(result.results, new Set([check]))]),
    baselines: [updateBaseline(result), updateBaseline(result, known, ids)],
    groups: Object.entries(groups).map(([name, group]) => [name, group(result).map(({ results }) => idsOf(results))]),
    sections: serviceDocument(result, {
      summary: summarize(result, { baseline: baselines.at(-1) }),
      baseline: baselines.at(-1),
      color: false,
      verbose: true,
    }).sections.map(skeletonOf),
    compared: before && compareReports(parseReport(before, 'before'), parseReport(JSON.stringify(report), 'after')),
  })
}

const idsOf = (results: readonly CheckResult[]): readonly string[] => results.map(({ check }) => check)

function toComparable({ evidence, ...result }: CheckResult, { fact, places }: JsonReport['results'][number]): unknown {
  return {
    ...result,
    fact,
    places,
    members: result.fact && factMembers(result.fact),
    at: result.at?.map(({ request }) => `${request.method} ${request.url}`),
    evidence,
    reproduce: result.reproduce && withoutText(result.reproduce),
  }
}

/** A script without the lines that tell a reader what was expected and what came. */
function withoutText(script: string): string {
  return script
    .split('\n')
    .filter((line) => !/^# (?:Expected|Got):|FAULT: /.test(line))
    .join('\n')
}

/** A section of a report with its names, and without its texts. */
function skeletonOf(section: Section): unknown {
  const { kind, anchor } = section
  switch (kind) {
    case 'failures':
      return [anchor, section.failures.map(({ id, known, checks }) => [id, known, checks.map(({ check }) => check)])]
    case 'reasons':
      return [anchor, section.reasons.map(({ names }) => names)]
    case 'lines':
      return [anchor, section.lines.length]
    case 'table':
      return [anchor, section.rows.length]
    case 'group':
      return [anchor, section.sections.map(skeletonOf)]
    case 'text':
      return [anchor]
  }
}

/** A browser whose pages show errors in the words of now. */
function inTheseWords(browser: WebBrowser): WebBrowser {
  const toError = (error: BrowserError): BrowserError =>
    error.kind === 'response' ? error : { ...error, text: worded(error.text) }
  const toView = (view: BrowserView): BrowserView => ({ ...view, errors: view.errors.map(toError) })
  const toTab = (tab: BrowserTab): BrowserTab => ({
    view: async () => toView(await tab.view()),
    press: async (control) => toView(await tab.press(control)),
    close: () => tab.close(),
  })
  return { open: async (address, options) => toTab(await browser.open(address, options)) }
}

/** A run that is made several times. */
interface Rerun {
  readonly subject: () => Subject
  readonly options?: Partial<ConformanceOptions>
  /** The known failures of its baseline. */
  readonly known?: Baseline
  /** A JSON report to compare with. */
  readonly before?: string
  /** True if the run is of the kind that its name says. */
  readonly shows?: (result: RunResult) => boolean
}

/** Makes a run in the kit's words, and in others, and expects that both conclude the same. */
async function expectTheSame(rerun: Rerun, others: Exclude<Words, 'own'>): Promise<RunResult> {
  const { subject, options, known = { version: 1, entries: [] }, before } = rerun
  const runIn = (words: Words) =>
    inWords(words, async () => {
      const made = subject()
      const result = await runKit(made, { ...options, browser: inTheseWords(htmlBrowser(made.fetch)) })
      return { result, concluded: concludedOf(result, known, before), told: textsOf(result) }
    })
  const here = await runIn('own')
  const there = await runIn(others)
  expect(here.told.filter(isInOtherWords)).toEqual([])
  // Words were changed everywhere.
  expect(there.told.filter((text) => !isInOtherWords(text))).toEqual([])
  expect(there.concluded).toEqual(here.concluded)
  for (const { check, verdict, fact, cause } of here.result.results) {
    if (verdict === 'fail') expect([check, fact?.kind]).toEqual([check, expect.any(String)])
    if (verdict === 'blocked' || verdict === 'insufficientEvidence' || verdict === 'notApplicable')
      expect([check, cause?.kind]).toEqual([check, expect.any(String)])
  }
  return here.result
}

/** The texts of a run. A check that says nothing has an empty message. */
function textsOf({ results, leftovers }: RunResult): readonly string[] {
  const told = results.flatMap(({ message, ...parts }) => [message, ...partsOf(parts).map(textOf)])
  return [...told, ...leftovers].filter((text) => text !== '')
}

const partsOf = ({ expected, got, remark }: Statement) => [expected, got, remark].filter((part) => part !== undefined)

/** Has each deviation met by the check that catches it, in the kit's words and in others. */
export function itConcludesTheSame(deviations: readonly (Deviation & { readonly caughtBy: string })[]): void {
  it.each(
    deviations.map((deviation, index) => ({ deviation, ...deviation, words: index % 2 ? 'same' : 'unique' }) as const),
  )('concludes the same of $name in $words words', async ({ deviation, caughtBy, words }) => {
    await expectTheSame({ subject: () => deviatingSubject(deviation), options: { only: [caughtBy] } }, words)
  })
}

/** A deviating server whose failures are known, so that they excuse what they leave open. */
function withBaseline(name: string): Rerun {
  const deviation = everyDeviation.find((candidate) => candidate.name === name)!
  return {
    subject: () => deviatingSubject(deviation),
    known: {
      version: 1,
      entries: [{ requirement: deviation.requirement, check: deviation.caughtBy, reason: 'known' }],
    },
    shows: ({ results }) => consequencesOf(results, new Set([deviation.caughtBy])).size > 0,
  }
}

/** A right server of which some answers do not come as they are. */
function withOtherAnswers(change: (request: Request, response: Response) => Response): () => Subject {
  return () => {
    const { fetch, ...subject } = timelessSubject({})
    return { ...subject, fetch: async (request) => change(request, await fetch(request)) }
  }
}

function brokenBody(): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"data": ['))
      controller.error(new Error('the connection broke'))
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

export const otherWords = ['same', 'unique'] as const

/** Whole runs: the conclusions about one check depend on those about others. */
export const wholeRuns: Readonly<Record<string, Rerun>> = {
  'a right server': { subject: () => timelessSubject({}) },
  'a server with known failures of tokens': withBaseline('pat-create-always-refused'),
  'a server with known failures of a walk': withBaseline('link-next-repeats-the-page'),
  'a server with known failures of an offset': withBaseline('link-offset-does-not-grow'),
  'a server that deletes nothing': {
    subject: withOtherAnswers((request, response) =>
      request.method === 'DELETE' ? new Response('{}', { status: 500 }) : response,
    ),
    shows: ({ leftovers }) => leftovers.length > 15,
  },
  'a server whose lists break off': {
    subject: withOtherAnswers((request, response) => (request.url.includes('/products') ? brokenBody() : response)),
    shows: ({ results }) => results.some(({ cause }) => cause?.kind === 'outage'),
  },
  'a server whose bodies are too long': {
    subject: () => timelessSubject({}),
    options: { limits: { maxBytes: 2000 } },
    shows: ({ results }) => results.some(({ cause }) => cause?.kind === 'limit'),
  },
  'a gateway that refuses what looks odd': {
    subject: withOtherAnswers((request, response) =>
      /limit=0|%/.test(request.url) ? new Response('<html>Request blocked</html>', { status: 403 }) : response,
    ),
    shows: ({ results }) => results.some(({ cause }) => cause?.kind === 'gateway'),
  },
}

/** Has whole runs conclude the same in the kit's words and in others. */
export function itConcludesTheSameInAll(
  names: readonly string[],
  others: readonly (typeof otherWords)[number][],
): void {
  it.each(names.flatMap((name) => others.map((words) => [name, words] as const)))(
    'concludes the same of a whole run against %s in %s words',
    async (name, words) => {
      const rerun = wholeRuns[name]!
      const before = writeReport('json', await runKit(timelessSubject({})))
      const result = await expectTheSame({ ...rerun, before }, words)
      expect(rerun.shows?.(result) ?? true).toBe(true)
    },
  )
}
