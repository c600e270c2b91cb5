import type { Exchange } from '../conclusions/exchange.ts'
import { terminalLines } from '../wording/escaping/terminal.ts'
import { digestOf, kit } from '../catalogue/kit.ts'
import { longClaimText } from '../catalogue/profiles.ts'
import { requirements } from '../catalogue/requirements.ts'
import type { RunResult } from '../judge/result.ts'
import { KitError } from '../kit-error.ts'
import { isObject } from '../reading/find-list.ts'
import { bundleForm, type BundleManifest, fileOf, filesAround, manifestName } from './bundle.ts'
import { exchangeOf, harText, runMember } from './har.ts'
import { proofOf } from './proof-of-results.ts'
import { decodeRun, encodeRun } from './run-source.ts'
import { summarize } from './summary.ts'
import { counted, isoTime } from './text.ts'
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
  const source = content.get(manifestName)!
  if (!isOfThisKit(manifest))
    return {
      problems: [],
      statements: statementsOfOther(manifest, source),
      exitCode: manifest.conformant === false ? 1 : 4,
    }
  const rendered = renderedAnew(content)
  if (!rendered) return broken(['report.har has no run of this kit from which the other files could be rendered'])
  const differences = differencesOf(rendered.files, content)
  if (differences.length > 0) return broken(differences)
  const { contradictions: impossible, gaps } = proofOf(rendered.result, rendered.exchanges)
  if (impossible.length > 0) return broken(impossible)
  return {
    problems: [],
    statements: statementsOf(rendered.result, { files: Object.keys(manifest.files).length, source, gaps }),
    exitCode: exitCodeOf(rendered.result, gaps),
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
  const har = parsedJson(content.get('report.har'))
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

/** The value of a JSON text; undefined for other texts. */
function parsedJson(content: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(content))
  } catch {
    return undefined
  }
}

type Members = Readonly<Record<string, unknown>>

/** A manifest as it was read. */
interface ReadManifest
  extends Pick<BundleManifest, 'files'>, Readonly<Record<'kit' | 'requirements' | 'target', Members>> {
  readonly conformant: unknown
  readonly startedAt: unknown
}

function parseManifest(content: Uint8Array | undefined): ReadManifest {
  const advice = 'write one with --report bundle=DIR'
  if (!content) throw new KitError('invalid_bundle', `this is no bundle, as it has no ${manifestName}; ${advice}`)
  const manifest = parsedJson(content)
  if (!isObject(manifest) || manifest['form'] !== bundleForm) {
    const got = isObject(manifest) ? (JSON.stringify(manifest['form']) ?? 'none') : 'no JSON object'
    throw new KitError('invalid_bundle', `${manifestName}: expected the form "${bundleForm}"; got ${got}; ${advice}`)
  }
  const { files, kit: writer, requirements: judgedBy, target, conformant, startedAt } = manifest
  if (!isFiles(files) || !isObject(writer) || !isObject(judgedBy) || !isObject(target))
    throw new KitError(
      'invalid_bundle',
      `${manifestName}: expected kit, requirements, target, and files with bytes and sha256; got ${JSON.stringify(manifest).slice(0, 120)}; ${advice}`,
    )
  return {
    files,
    kit: writer,
    requirements: judgedBy,
    target,
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

/** The part of a verification that is for its statements alone. */
interface Told {
  /** The number of files besides the manifest. */
  readonly files: number
  /** The text of the manifest. */
  readonly source: Uint8Array
  /** The parts of a whole run that are missing. */
  readonly gaps: readonly string[]
}

function statementsOf(result: RunResult, { files, source, gaps }: Told): readonly string[] {
  const summary = summarize(result)
  const { head, rest } = verdictLine(summary)
  return [
    `The bundle is whole: ${counted(files, 'file')} as ${manifestName} lists them, and consistent.`,
    '',
    `Claimed  ${longClaimText(result.claim)}`,
    `Shown    ${head}: ${rest}.`,
    ...gaps.map((gap) => `Open     ${gap}.`),
    `Target   ${result.baseUrl}, on ${isoTime(result.startedAt)}, with ${counted(result.requests, 'request')}`,
    `Kit      ${kit.version}, requirements ${summary.digest}`,
    ...hashLines(source),
  ]
}

/** The files of another kit cannot be rendered by this one. */
function statementsOfOther(
  { files, kit: writer, requirements: judgedBy, target, conformant, startedAt }: ReadManifest,
  source: Uint8Array,
): readonly string[] {
  return [
    `The bundle is whole: ${counted(Object.keys(files).length, 'file')} as ${manifestName} lists them, which proves nothing else.`,
    '',
    `Shown    conformant: ${String(conformant)}`,
    `Open     This is kit ${kit.version} with other requirements, so only hashes were compared; verify with the kit that wrote it.`,
    `Target   ${String(target['baseUrl'])}, on ${String(startedAt)}`,
    `Kit      ${String(writer['version'])}, requirements ${String(judgedBy['digest'])}`,
    ...hashLines(source),
  ]
}

function hashLines(source: Uint8Array): readonly string[] {
  return [
    '',
    `The SHA-256 of ${manifestName} is ${fileOf(source).sha256}.`,
    'The files agree with each other. That does not show who wrote them, or that a service gave these answers: compare',
    'this hash with what the author of the bundle has published, or run the kit again.',
  ]
}

/** Returns true if this kit judges by the requirements of a bundle. */
function isOfThisKit({ kit: writer, requirements: { digest } }: ReadManifest): boolean {
  return writer['name'] === kit.name && writer['version'] === kit.version && digest === digestOf(requirements)
}

function exitCodeOf(result: RunResult, gaps: readonly string[]): 0 | 1 | 4 {
  const { counts } = summarize(result)
  if (counts.fail > 0) return 1
  const undecided = counts.blocked + counts.insufficientEvidence + counts.error
  return counts.pass === 0 || undecided > 0 || gaps.length > 0 ? 4 : 0
}
