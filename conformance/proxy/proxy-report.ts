// The summary of the verdicts on both sides of a proxy, and the report about them.
import type { ClientReport } from '../client/judge/client-report.ts'
import { type ClientSummary, summarizeClient } from '../client/judge/summary.ts'
import type { RunResult } from '../judge/result.ts'
import { type Summary, summarize } from '../report/summary.ts'
import { clientDocument } from '../client/reports/client-document.ts'
import { type ReportDocument, type Section, toSections } from '../report/document.ts'
import type { VerdictLine, Score } from '../report/outcomes.ts'
import type { TerminalOptions } from '../report/formats/terminal.ts'
import { serviceDocument } from '../report/service-document.ts'
import { type TrafficComparison, twinLines } from './compare-twin.ts'
import { kit } from '../catalogue/kit.ts'
import { clientJson } from '../client/reports/client-json.ts'
import { toJson } from '../wording/escaping/json.ts'
import type { ReportFormat } from '../report/format-list.ts'
import { writeFormat } from '../report/formats.ts'
import { harReport } from '../report/har.ts'
import { jsonReport } from '../report/json.ts'
import { isoTime } from '../report/text.ts'

/** The verdicts on a service and on its client, without secrets. */
export interface ProxyResult {
  readonly service: RunResult
  readonly client: ClientReport
}

/** The summary of both. */
export interface ProxySummary {
  readonly service: Summary
  readonly client: ClientSummary
  /** The number of stated requirements that were decided, of both sides. */
  readonly decided: number
  /** The number of them that failed. */
  readonly failed: number
  /**
   * 1 if something failed, 4 if nothing could be decided. Requirements that the client's tests never touched stay open,
   * which is not a failure.
   */
  readonly exitCode: 0 | 1 | 4
}

export function summarizeProxy({ service, client }: ProxyResult): ProxySummary {
  const summaries = {
    service: summarize(service, { allowUndecided: true }),
    client: summarizeClient(client.results, { allowUndecided: true }),
  }
  const failed = summaries.service.score.failed + summaries.client.score.failed
  const decided = failed + summaries.service.score.passed + summaries.client.score.passed
  const isFailed = summaries.service.exitCode === 1 || summaries.client.exitCode === 1
  return { ...summaries, decided, failed, exitCode: isFailed ? 1 : decided === 0 ? 4 : 0 }
}

/** The facts about a proxy in addition to the verdicts. */
export interface ProxyContext extends TerminalOptions {
  readonly summary: ProxySummary
  readonly requests: number
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly durationMs: number
  /** Sentences about traffic that was not judged, and traffic that was not forwarded. */
  readonly notes: readonly string[]
  /** The differences between the answers of the service and its twin. */
  readonly twin?: TrafficComparison | undefined
}

type Side = 'service' | 'client'

/** Sections that apply only to a run of the kit, which sends its own requests. */
const ofRuns: ReadonlySet<string> = new Set(['not-looked-at', 'findings', 'known', 'stale', 'left-behind', 'limits'])

function proxyDocument(result: ProxyResult, context: ProxyContext): ReportDocument {
  const { summary, requests, startedAt, durationMs, notes, twin } = context
  const service = serviceDocument(result.service, summary.service)
  const client = clientDocument(result.client, {
    ...context,
    summary: summary.client,
    runs: 1,
    isSelection: false,
  })
  const verdict = proxyVerdict(summary)
  return {
    title: 'Platform Data API proxy',
    subject: `${service.subject} and ${client.subject}`,
    subjectName: 'Service and client',
    verdict,
    startedAt,
    durationMs,
    requests,
    summary: {
      score: addScores(service.summary.score, client.summary.score),
      clauses: [
        ...service.summary.clauses.map((score) => ({ ...score, title: `${score.title} (service)` })),
        ...client.summary.clauses.map((score) => ({ ...score, title: `${score.title} (client)` })),
      ],
    },
    sections: [
      ...sideSections('service', service),
      ...sideSections('client', client),
      ...toSections({
        ...(twin
          ? { twin: { lines: twinLines(twin), ...(twin.differences.length === 0 ? { tone: 'good' } : {}) } }
          : {}),
        limits: { title: 'Traffic without a verdict', lines: notes },
      }),
    ],
    requirements: [...service.requirements, ...client.requirements],
    catalogue: `catalogues ${summary.service.digest} (service) and ${result.client.kit.digest} (client)`,
    suite: { name: `Platform Data API proxy of ${service.subject}`, group: 'proxy' },
  }
}

function sideSections(side: Side, { sections }: ReportDocument): readonly Section[] {
  return sections
    .filter(({ anchor, kind }) => !ofRuns.has(anchor) || (side === 'client' && kind === 'reasons'))
    .map((section) => ({
      ...section,
      side,
      // A client's tests never cover everything, so a terminal does not list what they left open.
      ...(section.kind === 'reasons' && section.anchor !== 'errors' ? { verbose: true } : {}),
      title: `${section.title} (${side})`,
    }))
}

function addScores(left: Score, right: Score): Score {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    undecided: left.undecided + right.undecided,
    notLookedAt: left.notLookedAt + right.notLookedAt,
  }
}

function proxyVerdict({ service, client, decided, exitCode }: ProxySummary): VerdictLine {
  const numbers = (score: Score) => `${score.failed} of ${score.passed + score.failed} failed`
  const sides = `of the requirements that this traffic decides, ${numbers(service.score)} for the service and ${numbers(client.score)} for the client`
  if (exitCode === 1) return { tone: 'bad', head: 'Failed', rest: sides }
  if (decided === 0)
    return { tone: 'open', head: 'Nothing was proven', rest: 'no request that passed decides a requirement' }
  return { tone: 'good', head: 'Nothing failed', rest: sides }
}

/** The text of a report. */
export function writeProxyReport(format: ReportFormat, result: ProxyResult, context: ProxyContext): string {
  const contents = {
    document: () => proxyDocument(result, context),
    json: () => proxyJson(result, context),
    har: () => harReport(result.service),
  }
  return writeFormat(format, contents, context)
}

/** The report for programs: the JSON reports of both judges in one object. */
function proxyJson({ service, client }: ProxyResult, context: ProxyContext): string {
  const { summary, startedAt, durationMs, requests, notes, twin } = context
  const report = {
    kind: 'proxy',
    kit: { name: kit.name, version: kit.version },
    target: { baseUrl: service.baseUrl },
    startedAt: isoTime(startedAt),
    durationMs,
    requests,
    decided: summary.decided,
    failed: summary.failed,
    notes,
    ...(twin ? { twin } : {}),
    service: JSON.parse(jsonReport(service, summary.service)) as unknown,
    client: JSON.parse(clientJson(client)) as unknown,
  }
  return `${toJson(report, 2)}\n`
}
