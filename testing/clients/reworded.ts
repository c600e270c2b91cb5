// Judges recorded clients in the kit's words and in others, for tests that nothing but text depends on the words.
import { inWords, isInOtherWords, type Words } from '../conformance/other-words.ts'
import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { coverageOf } from '../../bin/judges/client/watch/coverage.ts'
import { inProcess } from '../../bin/judges/client/in-process.ts'
import { virtualTime } from '../../bin/judges/client/time/virtual-time.ts'
import type { Transcript } from '../../conformance/client/evidence/transcript.ts'
import { reportOnTasks, toClientReport } from '../../conformance/client/judge/client-report.ts'
import { judgeTasks } from '../../conformance/client/judge/judge-tasks.ts'
import { judgeWatched } from '../../conformance/client/judge/judge-watched.ts'
import type { RedactedResult } from '../../conformance/client/judge/redaction.ts'
import type { Assignment, ClientSubject } from '../../conformance/client/judge/client-subject.ts'
import { applyBaseline, updateBaseline } from '../../conformance/report/baseline.ts'
import { judgedChecks } from '../../conformance/client/reports/judged-checks.ts'
import { type ClientJsonReport, clientJson } from '../../conformance/client/reports/client-json.ts'
import { clientReportSchema } from '../../conformance/client/reports/client-report-schema.ts'
import { summarizeClient } from '../../conformance/client/reports/client-summary.ts'
import type { TaskName } from '../../conformance/client/tasks/names.ts'
import type { OutcomeRun } from '../../conformance/client/tasks/outcome.ts'
import type { ClientTask } from '../../conformance/client/tasks/task.ts'
import { clientTasks } from '../../conformance/client/tasks/tasks.ts'
import type { BrokenClient } from './broken/broken-client.ts'
import { CarefulClient } from './careful/client.ts'
import { toDriver } from './careful/driver.ts'
import { tasksOf } from './judge-broken.ts'

/** The report on a client, in the kit's words and in others. */
interface SaidTwice {
  /** All that does not depend on words: verdicts, facts, causes, phrases, evidence, baselines and exit codes. */
  readonly concluded: readonly [here: unknown, there: unknown]
  /** The messages that are not empty. */
  readonly messages: readonly [here: readonly string[], there: readonly string[]]
  /** What the published schema of reports does not take. */
  readonly misformed: readonly unknown[]
  /** The results that lack a fact or a cause, or whose fact is of a request that is not in the evidence. */
  readonly lacking: readonly unknown[]
}

/** A client, and the tasks that it does. */
export interface TwiceJudged {
  readonly name: string
  readonly client: typeof CarefulClient
  readonly tasks: readonly ClientTask[]
}

/** The careful client. @param names Default: all tasks. */
export function carefulIn(...names: readonly TaskName[]): TwiceJudged {
  const tasks = names.length === 0 ? clientTasks : clientTasks.filter(({ name }) => names.includes(name))
  return { name: 'a careful client', client: CarefulClient, tasks }
}

/** A broken client, in the tasks that show its bug. */
export const brokenIn = (broken: BrokenClient): TwiceJudged => ({ ...broken, tasks: tasksOf(broken) })

/** Has a client work once, and judges what it did twice. */
async function judgeTwice({ client, tasks }: TwiceJudged, others: Exclude<Words, 'own'>): Promise<SaidTwice> {
  const recorded = await record(inProcess(toDriver(client)), tasks)
  const here = await judge(recorded, tasks)
  const there = await inWords(others, () => judge(recorded, tasks))
  const { lacking, misformed } = here
  return { concluded: [here.concluded, there.concluded], messages: [here.messages, there.messages], lacking, misformed }
}

function lacks({ verdict, expected, got, fact, cause }: RedactedResult): boolean {
  switch (verdict) {
    case 'fail':
    case 'advice':
      return !expected || !got || !fact || Object.values(fact).includes(-1)
    case 'pass':
    case 'observed':
      return cause !== undefined
    case 'notApplicable':
    case 'blocked':
    case 'insufficientEvidence':
    case 'error':
      return !cause || fact !== undefined
  }
}

/** Registers a test for each client: that nothing but its messages depends on their words. */
export function itConcludesTheSame(clients: readonly TwiceJudged[]): void {
  it.each(clients.map((client, index) => [client.name, index % 2 === 0 ? 'same' : 'unique', client] as const))(
    'concludes the same of %s in %s words',
    async (_name, others, client) => {
      const { concluded, messages, lacking, misformed } = await judgeTwice(client, others)
      expect(lacking).toEqual([])
      expect(misformed).toEqual([])
      expect(concluded[1]).toEqual(concluded[0])
      expect(messages[0].length).toBeGreaterThan(0)
      expect(messages[1]).toHaveLength(messages[0].length)
      expect(messages[0].filter(isInOtherWords)).toEqual([])
      expect(messages[1].filter((message) => !isInOtherWords(message))).toEqual([])
    },
  )
}

/** The requests and results of a client. */
interface Recorded {
  readonly subject: ClientSubject
  readonly runs: ReadonlyMap<string, OutcomeRun>
}

async function record(subject: ClientSubject, tasks: readonly ClientTask[]): Promise<Recorded> {
  const runs = new Map<string, OutcomeRun>()
  const perform = async (asked: Assignment) => {
    const run = await subject.perform(asked)
    runs.set(keyOf(asked), run)
    return run
  }
  const restore = virtualTime()
  await judgeTasks({ ...subject, perform }, { tasks, jobs: 32 }).finally(restore)
  return { subject, runs }
}

const keyOf = ({ task, inputName, scenario }: Assignment): string => JSON.stringify([task, inputName, scenario ?? null])

interface Said {
  readonly concluded: unknown
  readonly messages: readonly string[]
  readonly lacking: readonly unknown[]
  readonly misformed: readonly unknown[]
}

/** Judges copies of what a client did, as the judge keeps what it has read of a run. */
async function judge({ subject, runs }: Recorded, tasks: readonly ClientTask[]): Promise<Said> {
  const perform = (asked: Assignment): Promise<OutcomeRun> => {
    const run = runs.get(keyOf(asked))
    // The scenarios that are played depend on what was concluded before.
    if (!run) throw new Error(`expected a run that was recorded; got ${keyOf(asked)}`)
    return Promise.resolve({ ...run, transcript: structuredClone(run.transcript) })
  }
  const driven = await reportOnTasks({ ...subject, perform }, { name: 'a client', command: [] }, { tasks, jobs: 32 })
  const transcripts = [...runs.values()].map(({ transcript }) => structuredClone(transcript))
  const watched = [true, false].map((isUnfinished) => watch(subject, [...runs.values()], transcripts, isUnfinished))
  const results = [driven.results, ...watched].flat()
  return {
    concluded: [driven.results, ...watched].map((some) => conclusionsOf(some, transcripts)),
    lacking: results.filter(lacks),
    misformed: [driven.results, ...watched].flatMap(misformedIn),
    messages: results.flatMap(({ message }) => (message === '' ? [] : [message])),
  }
}

function watch(
  { dialect }: ClientSubject,
  [first]: readonly OutcomeRun[],
  transcripts: readonly Transcript[],
  isUnfinished: boolean,
): readonly RedactedResult[] {
  return judgeWatched({ transcripts, dialect, credentials: first!.credentials, reports: () => true, isUnfinished })
}

const isReport = new Ajv({ strict: true, strictTypes: false, strictRequired: false }).compile(clientReportSchema)

/** What the JSON report of some results has that its schema does not take. */
function misformedIn(results: readonly RedactedResult[]): readonly unknown[] {
  const json: unknown = JSON.parse(clientJson(toClientReport({ name: 'a client', command: [] }, results)))
  return isReport(json) ? [] : isReport.errors!
}

/** The conclusions of a report, without its texts. */
function conclusionsOf(results: readonly RedactedResult[], transcripts: readonly Transcript[]): unknown {
  const report = toClientReport({ name: 'a client', command: [] }, results)
  const json = JSON.parse(clientJson(report)) as ClientJsonReport
  const checks = [...new Set(results.map(({ check }) => check))]
  const known = updateBaseline(judgedChecks(results.slice(0, results.length / 2), true), undefined, checks)
  return plain({
    results,
    // Their evidence is that of the results, with marks where bodies were cut.
    json: { ...json, results: json.results.map(({ evidence: _evidence, ...others }) => others) },
    baselines: [false, true].map((strict) => updateBaseline(judgedChecks(results, strict), undefined, checks)),
    compared: applyBaseline(judgedChecks(results, true), known, checks),
    summaries: [false, true].map((strict) => summarizeClient(report, { strict, allowUndecided: false }).exitCode),
    coverage: coverageOf({ transcripts, results, scenarios: new Set() }),
  })
}

const texts: ReadonlySet<string> = new Set(['message', 'expected', 'got', 'remark'])

/** A value as plain data, without its texts. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (name, member: unknown) => (texts.has(name) ? undefined : member)))
}
