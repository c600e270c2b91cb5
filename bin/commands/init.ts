import { existsSync } from 'node:fs'
import { isAbsolute, normalize } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { whyUnreachable } from '../../conformance/target/reachable.ts'
import { choosingRequests, findSamples, sampleRequests } from '../../conformance/target/find-samples.ts'
import type { Target } from '../../conformance/target/target-file.ts'
import { askedTarget } from './conformance/asking.ts'
import { note, say } from '../print.ts'
import { exitCodes } from '../exit-codes.ts'
import { driverLanguages } from '../init/drivers/drivers.ts'
import type { testRunners } from '../init/test-place.ts'
import { type InitChoice, initFiles, nextSteps } from '../init/init-files.ts'
import { ciServices, inspectDirectory, type Surroundings } from '../init/surroundings.ts'
import { isLoopback } from '../../emulator/serve/local-hosts.ts'
import { isObject } from '../../emulator/tools/is-object.ts'
import { targetText } from '../init/target-text.ts'
import type { InitFlags } from '../options/init-options.ts'
import { readYamlFile, writeWhole } from '../files.ts'
import { endSentence, UsageError } from '../usage-error.ts'

/** Asks the user at a terminal; undefined without a terminal, or if questions are turned off. */
type Ask = ((question: string) => Promise<string>) | undefined

/** `emulator init`: writes a first test, a driver, a target file and a CI job. It overwrites nothing. */
export async function init(flags: InitFlags): Promise<number> {
  const around = inspectDirectory('.')
  const isTerminal = process.stdin.isTTY && process.stderr.isTTY && !flags.yes && !flags.plan
  const terminal = isTerminal ? createInterface({ input: process.stdin, output: process.stderr }) : undefined
  try {
    return await initHere(flags, around, terminal && ((question) => terminal.question(question)))
  } finally {
    terminal?.close()
  }
}

async function initHere(flags: InitFlags, around: Surroundings, ask: Ask): Promise<number> {
  // With a service and no client, the service itself is checked.
  const isForService = flags.target !== undefined && flags.client === undefined && flags.test === undefined
  const language = isForService
    ? undefined
    : (flags.client ?? around.language ?? (await askChoice('Language of your client', driverLanguages, ask)))
  const runner = isForService ? undefined : (flags.test ?? around.runner ?? defaultRunner(language))
  const url = flags.target ?? (await askedUrl(ask))
  const ci = flags.ci ?? around.ci ?? (await askChoice('CI', ciServices, ask))
  if (language === undefined && url === undefined)
    throw new UsageError(
      `init found no language here. Use --client ${driverLanguages.join('|')}, or --target URL for only a target file.`,
    )
  const target = url ? askedTarget({ url, config: undefined }) : undefined
  if (target && sampleRequests(target).length === 0)
    note(
      'The service was not asked, because no credentials are set. Set PLATFORM_TOKEN, or PLATFORM_CLIENT_ID and PLATFORM_CLIENT_SECRET, to find the samples, too.',
    )
  if (flags.plan && target) sayPlan(target)
  const text = target && !flags.plan ? await textOfTarget(target) : target && ''
  if (typeof text === 'number') return text
  const localUrl = localOrigin(around.hasTarget ? await writtenUrl() : url)
  const choice: InitChoice = { language, runner, folder: normalizeFolder(flags.dir), ci, target: text, localUrl }
  const files = initFiles(choice, around)
  const fresh = files.filter(({ path }) => !existsSync(path))
  for (const { path } of files) say(`${fresh.some((file) => file.path === path) ? 'new      ' : 'is there '} ${path}`)
  if (flags.ci !== undefined && initFiles({ ...choice, ci: undefined }, around).length === files.length)
    note(
      `No job for ${flags.ci}: your tests judge the client, and there is no service to check. Name one by --target URL.`,
    )
  if (flags.plan) return exitCodes.success
  const answer = ask && fresh.length > 0 ? await ask(`Write ${fileCount(fresh.length)}? [Y/n] `) : 'y'
  if (!/^(?:y(?:es)?)?$/i.test(answer.trim())) {
    say('Nothing was written.')
    return exitCodes.success
  }
  for (const { path, text: content } of fresh) writeWhole(path, content)
  say(fresh.length === 0 ? 'Nothing was written: every file is there.' : `Wrote ${fileCount(fresh.length)}. Next:`)
  for (const { what, command } of nextSteps(choice, around)) say(`  ${what.padEnd(20)} ${command}`)
  return exitCodes.success
}

/** The base URL in the existing target.yaml, which init does not change. @throws UsageError if it cannot be read. */
async function writtenUrl(): Promise<string | undefined> {
  const written = await readYamlFile('init', 'target.yaml')
  return isObject(written) && typeof written['baseUrl'] === 'string' ? written['baseUrl'] : undefined
}

/** The origin of a service on this machine, which the CI job has to start. */
function localOrigin(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined
  const { hostname, origin } = new URL(url)
  const host = hostname.replaceAll(/[[\]]/g, '')
  return isLoopback(host) || host === '0.0.0.0' || host === '::' ? origin : undefined
}

/** @throws UsageError for a folder that is not below the directory. */
function normalizeFolder(dir: string | undefined): string | undefined {
  if (dir === undefined) return undefined
  const path = normalize(dir).replaceAll('\\', '/').replace(/\/$/, '')
  if (isAbsolute(path) || path.split('/').includes('..'))
    throw new UsageError(`--dir takes a folder below this one, such as tests; got ${JSON.stringify(dir)}.`)
  return path === '.' ? '' : `${path}/`
}

const fileCount = (count: number): string => (count === 1 ? '1 file' : `${count} files`)

function sayPlan(target: Target): void {
  for (const { path, shows } of sampleRequests(target)) say(`would ask GET ${path}: ${shows}`)
  for (const { path, shows, most } of choosingRequests(target))
    say(`would then ask GET ${path}: ${shows}${most === undefined ? '' : `, the best of up to ${most}`}`)
}

const defaultRunner = (language: InitChoice['language']): (typeof testRunners)[number] | undefined =>
  language === 'ts' || language === 'js' ? 'vitest' : language === 'python' ? 'pytest' : undefined

async function askedUrl(ask: Ask): Promise<string | undefined> {
  for (;;) {
    const answer = (await ask?.('URL of a service to check (Enter: none): '))?.trim()
    if (!answer) return undefined
    if (/^https?:\/\/[^/]/.test(answer)) return answer
    note(`expected a URL that begins with http:// or https://; got ${JSON.stringify(answer)}.`)
  }
}

async function askChoice<Name extends string>(
  what: string,
  names: readonly Name[],
  ask: Ask,
): Promise<Name | undefined> {
  if (!ask) return undefined
  for (;;) {
    const answer = (await ask(`${what}, one of ${names.join(', ')} (Enter: none): `)).trim()
    const known = names.find((name) => name === answer)
    if (answer === '' || known !== undefined) return known
    note(`expected one of ${names.join(', ')}; got ${JSON.stringify(answer)}.`)
  }
}

/**
 * The text of the target file, or the exit code if the service cannot be reached. It only reads, so Ctrl-C may end it.
 */
async function textOfTarget(target: Target): Promise<string | number> {
  const why = await whyUnreachable(target.baseUrl, { target })
  if (why !== undefined) {
    note(`emulator: ${endSentence(why)} Nothing was written.`)
    return exitCodes.unreachable
  }
  const found = await findSamples({ target, onRequest: ({ path, shows }) => note(`GET ${path} for ${shows}`) })
  return targetText(target.baseUrl, found, (variable) => Boolean(process.env[variable]))
}
