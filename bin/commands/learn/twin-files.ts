// The directory of a twin: written completely or not at all, and never over foreign files.
import { accessSync, constants, existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { toJson } from '../../../conformance/wording/escaping/json.ts'
import { type LearnedDocument, learnedJson, parseLearned } from '../../../conformance/learn/learned-document.ts'
import { shellText } from '../../../conformance/wording/escaping/shell.ts'
import { twinConventions } from '../../judges/twin/make-twin.ts'
import type { BrokenRequirement } from '../../judges/twin/same-deviations.ts'
import type { AdapterFile } from '../../judges/twin/twin-adapters.ts'
import type { TwinRecords } from '../../judges/twin/twin-records.ts'
import { cannotWrite, readTextFile, fileErrorReason, writeWhole } from '../../files.ts'
import { blaming, UsageError } from '../../usage-error.ts'
import { makeDirectory } from '../../../emulator/serve/make-directory.ts'
import { removeLeftTemporaryFiles, temporaryFile } from '../../../emulator/serve/temporary-files.ts'

/** The files of a twin. */
const learnedName = 'learned.json'
const configName = 'emulator.config.yaml'
const conventionsName = 'conventions.yaml'
const fixturesName = 'fixtures.yaml'
const adaptersName = 'adapters'
const twinNames = [learnedName, configName, conventionsName, fixturesName, adaptersName]

/** The files of a twin's directory, as text by name. */
export type TwinFiles = Readonly<Record<string, string>>

/** The parts of a twin other than conventions and records. */
export interface BesideRecords {
  readonly adapters: readonly AdapterFile[]
  /** The stated requirements that the service breaks, with the deviations that break them in the same way. */
  readonly broken: readonly BrokenRequirement[]
}

/** The files of a twin. */
export function twinFiles(
  document: LearnedDocument,
  records: TwinRecords,
  { adapters = [], broken = [] }: Partial<BesideRecords> = {},
): TwinFiles {
  const { fixtures } = records
  return {
    [configName]: configText(document, { hasFixtures: fixtures !== undefined, adapters, broken }),
    [conventionsName]: yamlValues(
      twinConventions(document, records),
      'The conventions of the service: how it fills what the specification leaves open.',
    ),
    ...(fixtures === undefined
      ? {}
      : { [fixturesName]: yamlValues(fixtures, records.hasSamples ? sampledComment : madeUpComment) }),
    ...Object.fromEntries(
      adapters.map((adapter) => [adapterPath(adapter), yamlValues({ ...adapter }, adapterComment)]),
    ),
    [learnedName]: learnedJson(document),
  }
}

const adapterComment = 'The commands of a connection of the service. What they do is made up.'
const madeUpComment = 'Records of the form that the service has. Every value in a record is made up.'
const sampledComment = 'Records of the form that the service has. Those in lists are real ones, without secrets.'

/** The path of an adapter's file. An adapter's name has only lowercase letters, digits and hyphens. */
const adapterPath = ({ name }: AdapterFile): string => `${adaptersName}/${name}.yaml`

interface BesideConventions extends BesideRecords {
  readonly hasFixtures: boolean
}

function configText(document: LearnedDocument, { hasFixtures, adapters, broken }: BesideConventions): string {
  const others = Object.entries(document.verdicts).filter(
    ([id, verdict]) => verdict === 'fail' && !broken.some(({ requirement }) => requirement === id),
  )
  const [open, ...members] = flowText({
    conventions: conventionsName,
    ...(hasFixtures ? { fixtures: `./${fixturesName}` } : {}),
    ...(adapters.length === 0 ? {} : { adapter: adapters.map(adapterPath) }),
  }).split('\n')
  const names = [...new Set(broken.flatMap(({ deviations }) => deviations))]
  return [
    '# The twin of a service, as emulator learn made it: emulator --config FILE starts it.',
    open,
    ...(broken.length + others.length === 0
      ? []
      : [
          '  # The service breaks these stated requirements, each shown by the script below it. A twin keeps them.',
          ...broken.flatMap((failed) => brokenRequirementText(failed, document)),
          ...others.map(([id]) => `  # ${id}`),
        ]),
    ...(names.length === 0
      ? []
      : [
          '  # Without the # before it, the twin breaks them as the service does:',
          `  # "deviation": ${toJson(names)},`,
        ]),
    ...members,
    '',
  ].join('\n')
}

/** A broken requirement, the script that shows it, and the deviations that break it in the same way. */
function brokenRequirementText(
  { requirement, clause, check, deviations }: BrokenRequirement,
  { baseUrl, allowWrites }: LearnedDocument,
): readonly string[] {
  const writes = allowWrites ? ' --allow-writes' : ''
  const same = deviations.length === 0 ? 'no deviation does the same' : deviations.join(', ')
  return [
    `  # ${requirement} (clause ${clause}): ${same}`,
    // The script in a report contains ids and values of the service.
    `  #   npx @platform-data/emulator conformance ${shellText(baseUrl)} --config target.yaml --only ${check}${writes}`,
  ]
}

/** Values by name in the JSON subset of YAML: a comment, then a line for each value. */
function yamlValues(values: Readonly<Record<string, unknown>>, comment: string): string {
  return `# ${comment}\n${flowText(values)}\n`
}

/**
 * JSON with a line for each member, and for each item of a list of objects. JSON parses ten times as fast as other
 * YAML, and a service's text cannot become a tag, an alias or a comment in it.
 */
function flowText(values: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(values).map(([name, value]) => `  ${toJson(name)}: ${yamlList(value)}`)
  return `{\n${lines.join(',\n')}\n}`
}

function yamlList(value: unknown): string {
  if (!Array.isArray(value) || value.every((item) => typeof item !== 'object')) return toJson(value)
  return `[\n${value.map((item) => `    ${toJson(item)}`).join(',\n')}\n  ]`
}

/**
 * Checks before the first request that a twin can be written: the directory is new, empty, or has only a twin.
 * @throws UsageError that names the directory.
 */
export function assertTwinDirectory(directory: string): void {
  recover(directory)
  const parent = dirname(resolve(directory))
  try {
    makeDirectory(parent)
    accessSync(parent, constants.W_OK)
  } catch (error) {
    throw cannotWrite(directory, fileErrorReason(error))
  }
  if (!existsSync(directory)) return
  if (!lstatSync(directory).isDirectory()) throw cannotWrite(directory, 'it is not a directory')
  const names = readdirSync(directory)
  const other = names.find((name) => !twinNames.includes(name))
  if (other !== undefined)
    throw cannotWrite(directory, `it has ${other}, which emulator learn did not write; name a new directory`)
  const adapters = join(directory, adaptersName)
  const foreign = existsSync(adapters) && readdirSync(adapters).find((name) => !isLearnedAdapter(join(adapters, name)))
  if (foreign) throw cannotWrite(directory, `its adapters have ${foreign}, which emulator learn did not write; move it`)
  if (names.length > 0) readLearned(directory)
}

/** Returns true if an adapter file begins with the comment that twins have. */
function isLearnedAdapter(file: string): boolean {
  return lstatSync(file).isFile() && readTextFile(file).startsWith(`# ${adapterComment}`)
}

/** Reads the document of a twin's directory. @throws UsageError if it has no twin. */
export function readLearned(directory: string): LearnedDocument {
  recover(directory)
  const file = join(directory, learnedName)
  if (!existsSync(file))
    throw new UsageError(
      `${directory} is not a twin: it has no ${learnedName}; emulator learn --out ${directory} makes one.`,
    )
  return blaming(file, () => parseLearned(readTextFile(file), file))
}

/** The temporary name of the old twin while the new one replaces it. */
const previousDirectory = (directory: string): string =>
  join(dirname(resolve(directory)), `.${basename(resolve(directory))}.before`)

/**
 * Writes a twin: all files go to a new sibling directory, which then replaces the old one.
 * @throws UsageError that names the directory.
 */
export function writeTwin(directory: string, files: TwinFiles): readonly string[] {
  assertTwinDirectory(directory)
  const place = resolve(directory)
  const before = previousDirectory(place)
  const draft = temporaryFile(place)
  try {
    mkdirSync(draft)
    removeLeftTemporaryFiles(place)
    for (const [name, text] of Object.entries(files)) writeWhole(join(draft, name), text)
    if (existsSync(place)) renameSync(place, before)
    renameSync(draft, place)
    rmSync(before, { recursive: true, force: true })
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    recover(directory)
    if (error instanceof UsageError) throw error
    throw cannotWrite(directory, fileErrorReason(error))
  }
  return Object.keys(files).map((name) => join(directory, name))
}

/** Restores the old twin if the process was killed between moving it away and replacing it. */
function recover(directory: string): void {
  const before = previousDirectory(directory)
  if (!existsSync(before)) return
  if (existsSync(directory)) rmSync(before, { recursive: true, force: true })
  else renameSync(before, directory)
}
