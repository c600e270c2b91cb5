import type { Exchange } from '../conclusions/exchange.ts'
import { terminalLines } from '../wording/escaping/terminal.ts'
import { digestOf, kit } from '../catalogue/kit.ts'
import { longClaimText } from '../catalogue/profiles.ts'
import { requirements } from '../catalogue/requirements.ts'
import type { RunResult } from '../judge/result.ts'
import { KitError } from '../kit-error.ts'
import { isObject } from '../reading/find-list.ts'
import { bundleForm, type BundleManifest, fileOf, filesAround, manifestName } from './bundle.ts'
import { claimOf, parsedReport, toJsonReport, toResult } from './bundled-report.ts'
import { exchangeOf, harText, runMember } from './har.ts'
import type { JsonReport } from './json.ts'
import { proofOf } from './proof-of-results.ts'
import { decodeRun, encodeRun } from './run-source.ts'
import { summarize } from './summary.ts'
import { counted } from './text.ts'
import { verdictLine } from './verdict-line.ts'

/** The result of verifying a bundle. */
export interface VerifiedBundle {
  /** The problems of the bundle, a sentence each. Without any, it is whole. */
  readonly problems: readonly string[]
  /** The claim and the results of the bundle, a sentence each. A bundle that is not whole shows nothing. */
  readonly statements: readonly string[]
  /**
   * The exit code: 1 if it is not whole or something failed, 4 if an applicable requirement was not decided, if the
   * run was not a whole one, or if another kit wrote it, else 0.
   */
  readonly exitCode: 0 | 1 | 4
}

/** The files of a directory by name; undefined for other entries, such as directories and links. */
export type BundleContent = ReadonlyMap<string, Uint8Array | undefined>

/**
 * Verifies a bundle: its files must be those that its manifest lists, with the same hashes, and all of them must follow
 * from the run in its HAR, as this kit renders them. Nothing is sent or judged again: whether the exchanges are true,
 * only another run can show. A bundle of another kit shows at most its failures.
 *
 * @throws KitError `invalid_bundle` if the directory is not a bundle.
 */
export function verifyBundle(content: BundleContent): VerifiedBundle {
  const manifest = parseManifest(content.get(manifestName))
  const changes = changesOf(manifest, content)
  if (changes.length > 0) return broken(changes)
  const report = toJsonReport(content.get('report.json'))
  if (!report) return broken(['report.json is no JSON report of this kit'])
  const problems = contradictions(manifest, report)
  if (problems.length > 0) return broken(problems)
  const source = content.get(manifestName)!
  if (!isJudgedAlike(report))
    return {
      problems,
      statements: statementsOf(manifest, report, { source, gaps: [otherKit] }),
      exitCode: report.summary.fail > 0 ? 1 : 4,
    }
  const rendered = renderedAnew(content)
  if (!rendered) return broken(['report.har has no run of this kit from which the other files could be rendered'])
  const differences = differencesOf(rendered.files, content)
  if (differences.length > 0) return broken(differences)
  const { contradictions: impossible, gaps } = proofOf(rendered.result, rendered.exchanges)
  if (impossible.length > 0) return broken(impossible)
  return {
    problems,
    statements: statementsOf(manifest, report, { source, gaps }),
    exitCode: exitCodeOf(report, gaps),
  }
}

/** A run, as this kit reports it. */
interface Rendered {
  readonly result: RunResult
  readonly exchanges: readonly Exchange[]
  /** The texts of the files. */
  readonly files: Readonly<Record<string, string>>
}

/** The files of a bundle, made of the run in its HAR; undefined if that is not a run that can be rendered. */
function renderedAnew(content: BundleContent): Rendered | undefined {
  const har = parsedReport(content.get('report.har'))
  const log = isObject(har) ? har['log'] : undefined
  if (!isObject(log) || !Array.isArray(log['entries'])) return undefined
  const exchanges = log['entries'].map(exchangeOf)
  if (!exchanges.every((exchange) => exchange !== undefined)) return undefined
  try {
    const source = decodeRun(log[runMember])
    if (!source) return undefined
    const { result } = source
    return {
      result,
      exchanges,
      files: filesAround(harText(result, log['entries'], encodeRun(source)), source),
    }
  } catch {
    // Its members have other types than those of a run.
    return undefined
  }
}

function differencesOf(files: Readonly<Record<string, string>>, content: BundleContent): readonly string[] {
  const names = [...new Set([...Object.keys(files), ...content.keys()])]
  return names
    .filter((name) => {
      const found = content.get(name)
      return files[name] === undefined || !found || !Buffer.from(files[name]).equals(found)
    })
    .map((name) => `${name} is not what this kit makes of the run in report.har`)
}

function broken(problems: readonly string[]): VerifiedBundle {
  return { problems, statements: [], exitCode: 1 }
}

/** The text of a verification. */
export function verificationText({ problems, statements }: VerifiedBundle): string {
  const lines =
    problems.length === 0
      ? statements
      : [
          `The bundle is not whole: ${counted(problems.length, 'problem')}. It proves nothing.`,
          ...problems.map((problem) => `  ${problem}`),
        ]
  return `${lines.map((line) => terminalLines(line)).join('\n')}\n`
}

type Members = Readonly<Record<string, unknown>>

/** A manifest as it was read: its list of files is one, and its other members are only compared. */
type ReadManifest = Readonly<
  Record<Exclude<keyof BundleManifest, 'files' | 'kit' | 'requirements' | 'target'>, unknown>
> &
  Readonly<Record<'kit' | 'requirements' | 'target', Members>> &
  Pick<BundleManifest, 'files'>

function parseManifest(content: Uint8Array | undefined): ReadManifest {
  const advice = 'write one with --report bundle=DIR'
  if (!content) throw new KitError('invalid_bundle', `this is no bundle, as it has no ${manifestName}; ${advice}`)
  const manifest = parsedReport(content)
  if (!isObject(manifest) || manifest['form'] !== bundleForm) {
    const got = isObject(manifest) ? (JSON.stringify(manifest['form']) ?? 'none') : 'no JSON object'
    throw new KitError('invalid_bundle', `${manifestName}: expected the form "${bundleForm}"; got ${got}; ${advice}`)
  }
  const { files, kit: writer, requirements: judgedBy, target, profile, without, conformant, startedAt } = manifest
  if (!isFiles(files) || !isObject(writer) || !isObject(judgedBy) || !isObject(target))
    throw new KitError(
      'invalid_bundle',
      `${manifestName}: expected kit, requirements, target, and files with bytes and sha256; got ${JSON.stringify(manifest).slice(0, 120)}; ${advice}`,
    )
  return {
    form: bundleForm,
    files,
    kit: writer,
    requirements: judgedBy,
    target,
    profile,
    without,
    conformant,
    startedAt,
  }
}

function isFiles(value: unknown): value is BundleManifest['files'] {
  const isFile = (file: unknown) =>
    isObject(file) && typeof file['bytes'] === 'number' && typeof file['sha256'] === 'string'
  return isObject(value) && Object.values(value).every(isFile)
}

function changesOf({ files }: ReadManifest, content: BundleContent): readonly string[] {
  const listed = Object.entries(files).flatMap(([name, { bytes, sha256 }]) => {
    if (!content.has(name)) return [`${name} is missing`]
    const found = content.get(name)
    if (!found) return [`${name} is not a file`]
    const now = fileOf(found)
    return now.sha256 === sha256 && now.bytes === bytes
      ? []
      : [`${name} was changed: expected ${bytes} bytes with SHA-256 ${sha256}; got ${now.bytes} with ${now.sha256}`]
  })
  const added = [...content.keys()].filter((name) => name !== manifestName && !Object.hasOwn(files, name))
  const unlisted = ['report.json', 'badge.svg'].filter((name) => !Object.hasOwn(files, name))
  return [
    ...listed,
    ...added.map((name) => `${name} was added: ${manifestName} does not list it`),
    ...unlisted.map((name) => `${manifestName} does not list ${name}`),
  ]
}

/** The problems of files that contradict each other, or the results. */
function contradictions(manifest: ReadManifest, report: JsonReport): readonly string[] {
  const differ = (what: string, expected: unknown, got: unknown, where: string): readonly string[] =>
    JSON.stringify(expected) === JSON.stringify(got)
      ? []
      : [`${where} contradicts report.json: expected ${what} ${JSON.stringify(expected)}; got ${JSON.stringify(got)}`]
  const follows = (what: string, expected: unknown, got: unknown): readonly string[] =>
    JSON.stringify(expected) === JSON.stringify(got)
      ? []
      : [`report.json: expected ${what} ${JSON.stringify(expected)} from its results; got ${JSON.stringify(got)}`]
  const { conformant, counts, requirements: counted, score } = summarize(toResult(report))
  const isAlike = isJudgedAlike(report)
  return [
    ...differ('kit name', report.kit.name, manifest.kit['name'], manifestName),
    ...differ('kit version', report.kit.version, manifest.kit['version'], manifestName),
    ...differ('number of requirements', report.kit.requirements, manifest.requirements['count'], manifestName),
    ...differ('digest', report.kit.digest, manifest.requirements['digest'], manifestName),
    ...differ('base URL', report.target.baseUrl, manifest.target['baseUrl'], manifestName),
    ...differ('profile', report.profile, manifest.profile, manifestName),
    ...differ('without', report.without, manifest.without, manifestName),
    ...differ('conformant', report.conformant, manifest.conformant, manifestName),
    ...differ('startedAt', report.startedAt, manifest.startedAt, manifestName),
    // These members follow from the results, whatever the requirements are.
    ...follows('summary', counts, report.summary),
    ...(report.quick && report.conformant !== null ? follows('conformant', null, report.conformant) : []),
    ...(isAlike
      ? [
          ...follows('conformant', conformant, report.conformant),
          ...follows('requirements', counted, report.requirements),
          ...follows('score', score, report.score),
        ]
      : []),
  ]
}

/** The part of a verification that is for its statements alone. */
interface Told {
  /** The text of the manifest. */
  readonly source: Uint8Array
  /** The parts of a whole run that are missing. */
  readonly gaps: readonly string[]
}

function statementsOf(manifest: ReadManifest, report: JsonReport, { source, gaps }: Told): readonly string[] {
  const { head, rest } = verdictLine(summarize(toResult(report)))
  const { version, digest } = report.kit
  const [whole, decision] = isJudgedAlike(report)
    ? ['and consistent', `${head}: ${rest}.`]
    : [
        'which proves nothing else',
        `conformant: ${String(report.conformant)}, ${report.requirements.decided} of ${counted(report.requirements.stated, 'stated requirement')} decided.`,
      ]
  return [
    `The bundle is whole: ${counted(Object.keys(manifest.files).length, 'file')} as ${manifestName} lists them, ${whole}.`,
    '',
    `Claimed  ${longClaimText(claimOf(report))}`,
    `Shown    ${decision}`,
    ...gaps.map((gap) => `Open     ${gap}.`),
    `Target   ${report.target.baseUrl}, on ${report.startedAt}, with ${counted(report.requests, 'request')}`,
    `Kit      ${version}, requirements ${digest}`,
    '',
    `The SHA-256 of ${manifestName} is ${fileOf(source).sha256}.`,
    'The files agree with each other. That does not show who wrote them, or that a service gave these answers: compare',
    'this hash with what the author of the bundle has published, or run the kit again.',
  ]
}

/** The files of another kit cannot be rendered by this one. */
const otherKit = `This is kit ${kit.version} with other requirements, so only hashes and totals were compared; verify with the kit that wrote it`

/** Returns true if this kit judges by the same requirements as a report. */
function isJudgedAlike({ kit: { name, version, digest } }: JsonReport): boolean {
  return name === kit.name && version === kit.version && digest === digestOf(requirements)
}

function exitCodeOf({ summary }: JsonReport, gaps: readonly string[]): 0 | 1 | 4 {
  if (summary.fail > 0) return 1
  const undecided = summary.blocked + summary.insufficientEvidence + summary.error
  return summary.pass === 0 || undecided > 0 || gaps.length > 0 ? 4 : 0
}
