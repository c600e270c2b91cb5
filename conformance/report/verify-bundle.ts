import { Ajv } from 'ajv/dist/ajv.js'
import { terminalLines } from '../wording/escaping/terminal.ts'
import { catalogueDigest, kit } from '../catalogue/kit.ts'
import { isClaimed, longClaimText } from '../catalogue/profiles.ts'
import { type Requirement, requirements } from '../catalogue/requirements.ts'
import { checks } from '../checks/checks.ts'
import { verdicts } from '../conclusions/conclusion.ts'
import { KitError } from '../kit-error.ts'
import { isObject } from '../reading/find-list.ts'
import { bundledFiles, bundleForm, type BundleManifest, toBundledFile, manifestName } from './bundle.ts'
import { toConformance, collectOutcomes, combinedVerdict, scoreOf } from './outcomes.ts'
import { claimMembers, type JsonReport, reportSchema } from './report-schema.ts'
import { countSchema, objectSchema, type Schema, textSchema, timeSchema } from './schema-words.ts'
import { counted } from './text.ts'

/** The result of verifying a bundle. */
export interface VerifiedBundle {
  /** The problems of the bundle, one sentence each. A bundle without problems is intact. */
  readonly problems: readonly string[]
  /** The claim and the results of the bundle, one sentence each; empty if the bundle is not intact. */
  readonly statements: readonly string[]
  /**
   * The exit code: 1 if it is not intact or something failed, 4 if an applicable requirement was not decided, if the
   * run was not a full one, or if another kit wrote it, otherwise 0.
   */
  readonly exitCode: 0 | 1 | 4
}

/** The files of a directory by name; undefined for other entries, such as directories and links. */
export type BundleContent = ReadonlyMap<string, Uint8Array | undefined>

/**
 * Verifies a bundle: its files must be those that its manifest lists, with the same hashes, and its parts must agree.
 * No request is sent or judged again: only another run can show whether the exchanges are genuine.
 *
 * @throws KitError `invalid_bundle` if the directory is not a bundle.
 */
export function verifyBundle(content: BundleContent): VerifiedBundle {
  const source = content.get(manifestName)
  const manifest = parseManifest(source)
  const changes = changedFiles(manifest, content)
  if (changes.length > 0) return invalidBundle(changes)
  if (!isOfThisKit(manifest)) {
    const gap = `This is kit ${kit.version} with other requirements, so only hashes were compared; verify with the kit that wrote it`
    return {
      problems: [],
      statements: bundleStatements(manifest, source!, '', [gap]),
      exitCode: manifest.conformant === false ? 1 : 4,
    }
  }
  const report = readAs<JsonReport>(content.get('report.json'), reportSchema)
  if (!report) return invalidBundle(['report.json is not a report of this form'])
  const differences = [...findContradictions(manifest, report), ...exchangeProblems(report, content.get('report.har'))]
  if (differences.length > 0) return invalidBundle(differences)
  const gaps = findGaps(report)
  const { requirements: counts, score, requests } = report
  const decided = `${counts.decided} of ${counted(counts.stated, 'stated requirement')} decided, ${score.failed} failed`
  return {
    problems: [],
    statements: bundleStatements(manifest, source!, `: ${decided}, with ${counted(requests, 'request')}`, gaps),
    exitCode: bundleExitCode(report, gaps),
  }
}

/** Returns true if this kit judges by the requirements of a bundle. */
function isOfThisKit({ kit: writer, requirements: { digest } }: BundleManifest): boolean {
  return writer.name === kit.name && writer.version === kit.version && digest === catalogueDigest(requirements)
}

function invalidBundle(problems: readonly string[]): VerifiedBundle {
  return { problems, statements: [], exitCode: 1 }
}

/** The text of a verification. */
export function verificationText({ problems, statements }: VerifiedBundle): string {
  const lines =
    problems.length === 0
      ? statements
      : [
          `The bundle was changed or is incomplete: ${counted(problems.length, 'problem')}. It proves nothing.`,
          ...problems.map((problem) => `  ${problem}`),
        ]
  return `${lines.map((line) => terminalLines(line)).join('\n')}\n`
}

/** The value of a JSON text; undefined for other texts. */
function parseContentJson(content: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(content))
  } catch {
    return undefined
  }
}

/** The value of a JSON text, if a schema allows it. */
function readAs<Value>(content: Uint8Array | undefined, schema: Schema): Value | undefined {
  const value = parseContentJson(content)
  return new Ajv({ strictTypes: false }).validate(schema, value) ? (value as Value) : undefined
}

const manifestSchema: Schema = objectSchema({
  form: { const: bundleForm },
  kit: objectSchema({ name: textSchema, version: textSchema }),
  requirements: objectSchema({ count: countSchema, digest: textSchema }),
  ...claimMembers,
  startedAt: timeSchema,
  files: { type: 'object', additionalProperties: objectSchema({ bytes: countSchema, sha256: textSchema }) },
})

function parseManifest(content: Uint8Array | undefined): BundleManifest {
  const advice = 'write one with --report bundle=DIR'
  if (!content) throw new KitError('invalid_bundle', `this is not a bundle, as it has no ${manifestName}; ${advice}`)
  const manifest = readAs<BundleManifest>(content, manifestSchema)
  if (manifest) return manifest
  const got = new TextDecoder().decode(content).slice(0, 120)
  throw new KitError(
    'invalid_bundle',
    `${manifestName}: expected the manifest of a bundle of form "${bundleForm}"; got ${got}; ${advice}`,
  )
}

function changedFiles({ files }: BundleManifest, content: BundleContent): readonly string[] {
  const listed = Object.entries(files).flatMap(([name, { bytes, sha256 }]) => {
    if (!content.has(name)) return [`${name} is missing`]
    const found = content.get(name)
    if (!found) return [`${name} is not a file`]
    const now = toBundledFile(found)
    return now.sha256 === sha256 && now.bytes === bytes
      ? []
      : [`${name} was changed: expected ${bytes} bytes with SHA-256 ${sha256}; got ${now.bytes} with ${now.sha256}`]
  })
  const added = [...content.keys()].filter((name) => name !== manifestName && !Object.hasOwn(files, name))
  const unlisted = bundledFiles.filter((name) => !Object.hasOwn(files, name))
  return [
    ...listed,
    ...added.map((name) => `${name} was added: ${manifestName} does not list it`),
    ...unlisted.map((name) => `${manifestName} does not list ${name}`),
  ]
}

/** The contradictions between the manifest, the head of the report and its results. */
function findContradictions(manifest: BundleManifest, report: JsonReport): readonly string[] {
  const { name, version, requirements: count, digest } = report.kit
  const { target: service, profile: claimed, without: omitted, conformant: isConformant, startedAt: start } = report
  const head = {
    kit: { name, version },
    requirements: { count, digest },
    target: service,
    profile: claimed,
    without: omitted,
    conformant: isConformant,
    startedAt: start,
  }
  const har = `sha256:${manifest.files['report.har']!.sha256}`
  const counts = Object.fromEntries(
    verdicts.map((verdict) => [verdict, report.results.filter((result) => result.verdict === verdict).length]),
  )
  return [
    ...Object.entries(head)
      .filter(([member, value]) => !sameJson(value, manifest[member as keyof typeof head]))
      .map(([member]) => `${member} differs in ${manifestName} and report.json`),
    ...(report.har === har ? [] : ['report.json was not written with this report.har']),
    ...(sameJson(report.summary, counts) ? [] : ['the summary in report.json does not count its results']),
    ...outcomeProblems(report),
  ]
}

/** The contradictions between the claim, the score and the results of the report. */
function outcomeProblems({ results, profile: claimed, without: omitted, ...report }: JsonReport): readonly string[] {
  const stated = requirements.filter(({ kind }) => kind === 'stated')
  const outcomes = collectOutcomes(results, stated, combinedVerdict)
  const isOfClaim = (requirement: Requirement) => isClaimed(requirement, { profile: claimed, without: omitted })
  const isFailed = outcomes.some(({ requirement, verdict }) => verdict === 'fail' && isOfClaim(requirement))
  const counts = { ...report.requirements, stated: stated.filter(isOfClaim).length }
  return [
    ...(sameJson(report.score, scoreOf(outcomes)) ? [] : ['the score in report.json does not count its results']),
    ...(sameJson(report.requirements, counts) ? [] : ['report.json counts other requirements than its profile claims']),
    ...(report.conformant === toConformance(isFailed, counts)
      ? []
      : ['conformant in report.json does not follow from its results']),
  ]
}

const sameJson = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

/** The problems with exchanges that the report cites and the HAR lacks. */
function exchangeProblems({ results, requests }: JsonReport, content: Uint8Array | undefined): readonly string[] {
  const har = parseContentJson(content)
  const log = isObject(har) ? har['log'] : undefined
  if (!isObject(log) || !Array.isArray(log['entries'])) return ['report.har is not a HAR']
  const keys = log['entries'].map((entry: unknown) => {
    const { request, response } = (isObject(entry) ? entry : {}) as Readonly<
      Record<string, Partial<HarParts> | undefined>
    >
    return toKey(request?.method, request?.url, response?.status)
  })
  const seen = new Set(keys)
  const lost = results
    .flatMap(({ evidence }) => evidence)
    .filter(({ request, response }) => !seen.has(toKey(request.method, request.url, response.status)))
  return [
    ...(keys.length > requests
      ? [`report.har has ${counted(keys.length, 'exchange')} of ${counted(requests, 'request')}`]
      : []),
    ...(lost.length > 0 ? [`${counted(lost.length, 'exchange')} that report.json cites are not in report.har`] : []),
  ]
}

interface HarParts {
  readonly method: unknown
  readonly url: unknown
  readonly status: unknown
}

const toKey = (...parts: readonly unknown[]): string => JSON.stringify(parts)

/** The reasons why the report is not that of a full run, one sentence each. */
function findGaps({ results, requests }: JsonReport): readonly string[] {
  const found = new Set(results.map(({ check }) => check))
  const missing = checks.filter(({ id }) => !found.has(id)).length
  return [
    ...(missing > 0
      ? [`${missing} of the ${counted(checks.length, 'check')} of this kit have no result: the run asked a choice`]
      : []),
    ...(requests === 0 ? ['The run sent no request, so none of its verdicts is about an answer of the target'] : []),
  ]
}

/**
 * The statements of an intact bundle.
 * @param source The text of the manifest.
 * @param decided The counts of the report, after the verdict.
 */
function bundleStatements(
  { files, profile: claimed, without: omitted, conformant: isConformant, ...manifest }: BundleManifest,
  source: Uint8Array,
  decided: string,
  gaps: readonly string[],
): readonly string[] {
  const heads = { true: 'Conformant', false: 'Not conformant', null: 'Conformance not shown' }
  return [
    `The bundle is intact${isConformant === false ? ', and its run failed' : ''}: ${counted(Object.keys(files).length, 'file')} as ${manifestName} lists them.`,
    '',
    `Claimed  ${longClaimText({ profile: claimed, without: omitted })}`,
    `Shown    ${heads[`${isConformant}`]}${decided}.`,
    ...gaps.map((gap) => `Open     ${gap}.`),
    `Target   ${manifest.target.baseUrl}, on ${manifest.startedAt}`,
    `Kit      ${manifest.kit.version}, requirements ${manifest.requirements.digest}`,
    '',
    `The SHA-256 of ${manifestName} is ${toBundledFile(source).sha256}.`,
    'That does not show who wrote the files, or that a service gave these answers: compare this hash with what the author',
    'of the bundle has published, or run the kit again.',
  ]
}

function bundleExitCode({ summary }: JsonReport, gaps: readonly string[]): 0 | 1 | 4 {
  if (summary.fail > 0) return 1
  const undecided = summary.blocked + summary.insufficientEvidence + summary.error
  return summary.pass === 0 || undecided > 0 || gaps.length > 0 ? 4 : 0
}
