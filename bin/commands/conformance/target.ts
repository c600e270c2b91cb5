import { dirname, resolve } from 'node:path'
import { parseTargetFile, type Target, toTarget, findUnseenSecret } from '../../../conformance/target/target-file.ts'
import { nearest, suggestion } from '../../../emulator/tools/nearest.ts'
import { readTextFile } from '../../files.ts'
import { credentialVariables } from '../../credential-variables.ts'
import type { Environment } from '../../judges/service/judged-service.ts'
import { blaming, UsageError } from '../../usage-error.ts'

/** The service that a command line names. */
export interface NamedTarget {
  readonly url: string | undefined
  readonly config: string | undefined
  readonly words?: Readonly<Record<string, string>>
}

/**
 * Finds the service to check: the URL, otherwise the `baseUrl` of the file, otherwise PLATFORM_BASE_URL. The
 * environment provides the values that the file lacks.
 * @param words Suggestions by the word that was typed in place of the URL.
 * @param note Called when the environment is for another service, and is therefore ignored.
 * @returns undefined when no service was named.
 * @throws UsageError
 */
export function resolveTarget(
  { url, config, words = {} }: NamedTarget,
  environment: Environment,
  note: (line: string) => void,
): Target | undefined {
  if (url !== undefined) assertUrl(url, 'the URL', words)
  const file = config === undefined ? undefined : readTargetFile('--config', config, environment, url)
  const named = url ?? file?.baseUrl
  const ofEnvironment = environmentTarget(environment, named)
  if (ofEnvironment !== undefined && named !== undefined && urlOrigin(ofEnvironment.baseUrl) !== urlOrigin(named)) {
    // Credentials in the environment must reach only the service that they are for.
    note(`The PLATFORM_* variables are for ${ofEnvironment.baseUrl}, not for ${named}; they are ignored.`)
    return assembleTarget(named, file, undefined)
  }
  return named === undefined && ofEnvironment === undefined
    ? undefined
    : assembleTarget(named ?? ofEnvironment!.baseUrl, file, ofEnvironment)
}

function assembleTarget(baseUrl: string, file: Target | undefined, ofEnvironment: Target | undefined): Target {
  assertUrl(baseUrl, 'the base URL')
  const credentials = { ...ofEnvironment?.credentials, ...file?.credentials }
  return addCredentials({ ...ofEnvironment, ...file, baseUrl }, credentials)
}

/** The target of PLATFORM_BASE_URL or PLATFORM_TARGET_FILE, else the credentials of the named one. */
function environmentTarget(environment: Environment, named: string | undefined): Target | undefined {
  const set = (name: string) => environment[name] || undefined
  const path = set('PLATFORM_TARGET_FILE')
  const file = path === undefined ? undefined : readTargetFile('PLATFORM_TARGET_FILE', path, environment)
  const baseUrl = set('PLATFORM_BASE_URL') ?? file?.baseUrl ?? named
  if (baseUrl === undefined) return undefined
  if (file && urlOrigin(file.baseUrl) !== urlOrigin(baseUrl))
    throw new UsageError(
      `PLATFORM_TARGET_FILE is for ${file.baseUrl}, PLATFORM_BASE_URL for ${baseUrl}; unset one of them.`,
    )
  const values = Object.entries(credentialVariables).map(([name, variable]) => [name, variable, set(variable)] as const)
  const { clientId, clientSecret, ...others }: Partial<Record<keyof typeof credentialVariables, string>> =
    Object.fromEntries(values.flatMap(([name, _variable, value]) => (value === undefined ? [] : [[name, value]])))
  if ((clientId === undefined) !== (clientSecret === undefined))
    throw new UsageError(incompleteClient(clientId === undefined ? 'PLATFORM_CLIENT_ID' : 'PLATFORM_CLIENT_SECRET'))
  const unseen = findUnseenSecret(Object.fromEntries(values.map(([, variable, value]) => [variable, value])))
  if (unseen !== undefined) throw new UsageError(`${unseen}.`)
  const oauth = clientId !== undefined && clientSecret !== undefined ? { oauth: { clientId, clientSecret } } : {}
  return addCredentials({ ...file, baseUrl }, { ...file?.credentials, ...oauth, ...others })
}

const incompleteClient = (missing: string): string =>
  `${missing} is not set. Set both PLATFORM_CLIENT_ID and PLATFORM_CLIENT_SECRET, or neither.`

function addCredentials(target: Target, credentials: NonNullable<Target['credentials']>): Target {
  return Object.keys(credentials).length === 0 ? target : { ...target, credentials }
}

/** @param url Replaces the `baseUrl` of the file, which may then be missing. */
function readTargetFile(named: string, path: string, environment: Environment, url?: string): Target {
  const target = blaming(named, () => parseTargetFile(readTextFile(path), environment, path, url))
  if (!target.tls) return target
  const paths = Object.entries(target.tls).map(([name, file]) => [name, resolve(dirname(path), file)])
  for (const [, file] of paths) blaming(named, () => readTextFile(file!))
  return { ...target, tls: Object.fromEntries(paths) }
}

function assertUrl(url: string, what: string, words: Readonly<Record<string, string>> = {}): void {
  const quoted = JSON.stringify(url)
  if (!/^https?:\/\//i.test(url)) {
    const looksLikeHost = /^[\w.-]+(?::\d+)?(?:\/.*)?$/.test(url) && /[.:]|localhost/.test(url)
    const word = nearest(url, Object.keys(words))
    const guess = looksLikeHost ? `http://${url}` : word && words[word]
    throw new UsageError(`${what} must begin with http:// or https://; got ${quoted}${suggestion(guess)}`)
  }
  const parsed = URL.parse(url)
  if (!parsed) throw new UsageError(`${what} must be a valid URL; got ${quoted}.`)
  if (parsed.username !== '' || parsed.password !== '')
    throw new UsageError(
      `${what} must not have a user name or password; put credentials in the target file or in PLATFORM_* variables.`,
    )
  if (parsed.search !== '' || parsed.hash !== '')
    throw new UsageError(
      `${what} must not have a query or fragment, since every path is appended to it; got ${quoted}.`,
    )
  toTarget({ baseUrl: url })
}

function urlOrigin(url: string): string {
  return URL.parse(url)?.origin ?? url
}
