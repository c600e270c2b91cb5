import { existsSync } from 'node:fs'
import { isAbsolute, normalize } from 'node:path'
import { whyUnreachable } from '../../conformance/target/reachable.ts'
import {
  choosingRequests,
  findSamples,
  sampleRequests,
  type SampleAnswer,
} from '../../conformance/target/find-samples.ts'
import type { Target } from '../../conformance/target/target-file.ts'
import { resolveNamedTarget } from './conformance/asking.ts'
import { credentialVariables } from '../credential-variables.ts'
import { note, say } from '../print.ts'
import { exitCodes } from '../exit-codes.ts'
import { driverLanguages } from '../init/drivers/drivers.ts'
import type { testRunners } from '../init/test-place.ts'
import { type InitChoice, initFiles, nextSteps } from '../init/init-files.ts'
import { inspectDirectory } from '../init/surroundings.ts'
import { targetText } from '../init/target-text.ts'
import type { InitFlags } from '../options/init-options.ts'
import { writeWhole } from '../files.ts'
import { endSentence, UsageError } from '../usage-error.ts'

/** `emulator init`: writes a first test, a driver and a target file. It overwrites nothing. */
export async function init(flags: InitFlags): Promise<number> {
  const around = inspectDirectory('.')
  // With a service and no client, the service itself is checked.
  const isForService = flags.target !== undefined && flags.client === undefined && flags.test === undefined
  const language = isForService ? undefined : (flags.client ?? languageOf(flags.test, around.language))
  const runner = isForService ? undefined : (flags.test ?? around.runner ?? defaultRunner(language))
  if (language === undefined && flags.target === undefined)
    throw new UsageError(
      `init found no language here. Use --client ${driverLanguages.join('|')}, or --target URL for only a target file.`,
    )
  const target = flags.target === undefined ? undefined : resolveNamedTarget({ url: flags.target, config: undefined })
  if (target && sampleRequests(target).length === 0)
    note(
      'The service was not asked, because no credentials are set. Set PLATFORM_TOKEN, or PLATFORM_CLIENT_ID and PLATFORM_CLIENT_SECRET, to find the samples, too.',
    )
  if (flags.plan && target) sayPlan(target)
  const text = target && !flags.plan ? await textOfTarget(target) : target && ''
  if (typeof text === 'number') return text
  const choice: InitChoice = { language, runner, folder: normalizeFolder(flags.dir), target: text }
  const files = initFiles(choice, around)
  const fresh = files.filter(({ path }) => !existsSync(path))
  for (const { path } of files) say(`${fresh.some((file) => file.path === path) ? 'new      ' : 'exists   '} ${path}`)
  if (flags.plan) return exitCodes.success
  for (const { path, text: content } of fresh) writeWhole(path, content)
  say(
    fresh.length === 0
      ? 'Nothing was written, because all files exist. Next:'
      : `Wrote ${fileCount(fresh.length)}. Next:`,
  )
  for (const { what, command } of nextSteps(choice, around)) say(`  ${what.padEnd(20)} ${command}`)
  return exitCodes.success
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

/** The language of a driver: the one found here, unless the chosen test runner is for another one. */
function languageOf(runner: InitChoice['runner'], found: InitChoice['language']): InitChoice['language'] {
  if (runner === undefined) return found
  if (runner === 'pytest') return 'python'
  return found === 'ts' ? 'ts' : 'js'
}

const defaultRunner = (language: InitChoice['language']): (typeof testRunners)[number] | undefined =>
  language === 'ts' || language === 'js' ? 'vitest' : language === 'python' ? 'pytest' : undefined

/** The members of `samples` that requests may find. */
const sampleNames = ['scopeId', 'catalogId', 'adapterConnectionId', 'adapter', 'issueId', 'projectId'] as const

const variablesOf: Readonly<Record<SampleAnswer['credential'], string>> = {
  token: credentialVariables.token,
  oauth: `${credentialVariables.clientId} with ${credentialVariables.clientSecret}`,
  integrationToken: credentialVariables.integrationToken,
  apiKey: credentialVariables.apiKey,
}

/** The credentials that were refused wherever they were sent, one sentence each. */
function refusedCredentials(answers: readonly SampleAnswer[]): readonly string[] {
  return [...Map.groupBy(answers, ({ credential }) => credential)].flatMap(([credential, asked]) => {
    const isAccepted = asked.some(({ status = 500, lacks }) => status < 300 && lacks !== 'token')
    const refusal = asked.find(({ status, lacks }) => status === 401 || (lacks === 'token' && status === 400))
    return refusal && !isAccepted
      ? [`${variablesOf[credential]} was refused (${refusal.status}): set what this service accepts, or unset it.`]
      : []
  })
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
  const answers: SampleAnswer[] = []
  const found = await findSamples({
    target,
    onRequest: ({ path, shows }) => note(`GET ${path} for ${shows}`),
    onAnswer: (answer) => {
      answers.push(answer)
      const { method, path, status, lacks } = answer
      if (lacks !== undefined) note(`${method} ${path} → ${status}${status! < 300 ? `, no ${lacks} found` : ''}`)
      if (status === undefined) note(`${method} ${path} → no answer`)
    },
  })
  const missing = sampleNames.filter((name) => found[name] === undefined)
  const names = sampleNames.filter((name) => found[name] !== undefined)
  if (answers.length > 0)
    note(`Found: ${names.join(', ') || 'nothing'}.${missing.length === 0 ? '' : ` Not found: ${missing.join(', ')}.`}`)
  const refused = refusedCredentials(answers)
  if (refused.length > 0) {
    for (const text of refused) note(`emulator: ${text} Nothing was written.`)
    return exitCodes.wrongUsage
  }
  return targetText(target.baseUrl, found, (variable) => Boolean(process.env[variable]))
}
