// The report about both sides of a proxy, independent of its format.
import { clientDocument } from '../client/reports/client-document.ts'
import { type ReportDocument, type Section, toDocument, type VerdictLine } from '../report/document.ts'
import { toSections } from '../report/sections.ts'
import type { TerminalOptions } from '../report/formats/terminal.ts'
import { serviceDocument } from '../report/service-document.ts'
import type { Score } from '../report/score.ts'
import { type TrafficComparison, twinLines } from './compare-twin.ts'
import type { ProxyResult, ProxySummary } from './proxy-summary.ts'

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

export function proxyDocument(result: ProxyResult, context: ProxyContext): ReportDocument {
  const { summary, requests, startedAt, durationMs, notes, twin } = context
  const service = serviceDocument(result.service, { summary: summary.service })
  const client = clientDocument(result.client, {
    ...context,
    summary: summary.client,
    runs: 1,
    isSelection: false,
    strict: false,
  })
  const verdict = verdictOf(summary)
  return toDocument({
    title: 'Platform Data API proxy',
    subject: `${service.subject} and ${client.subject}`,
    subjectName: 'Service and client',
    verdict,
    startedAt,
    durationMs,
    requests,
    summary: {
      score: sumOf(service.score, client.score),
      clauses: [
        ...service.clauses.map((score) => ({ ...score, title: `${score.title} (service)` })),
        ...client.clauses.map((score) => ({ ...score, title: `${score.title} (client)` })),
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
  })
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

function sumOf(left: Score, right: Score): Score {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    undecided: left.undecided + right.undecided,
    notLookedAt: left.notLookedAt + right.notLookedAt,
  }
}

function verdictOf({ service, client, decided, exitCode }: ProxySummary): VerdictLine {
  const numbers = (score: Score) => `${score.failed} of ${score.passed + score.failed} failed`
  const sides = `of the requirements that this traffic decides, ${numbers(service.score)} for the service and ${numbers(client.score)} for the client`
  if (exitCode === 1) return { tone: 'bad', head: 'Failed', rest: sides }
  if (decided === 0)
    return { tone: 'open', head: 'Nothing was proven', rest: 'no request that passed decides a requirement' }
  return { tone: 'good', head: 'Nothing failed', rest: sides }
}
