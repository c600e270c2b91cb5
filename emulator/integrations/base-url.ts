import type { Emulator } from '../create-emulator.ts'
import { EmulatorError } from '../tools/emulator-error.ts'

/** The part of an emulator that an integration uses. */
export interface AnsweringEmulator extends Pick<Emulator, 'basePath'> {
  readonly fetch: (request: Request) => Promise<Response>
}

const notAbsolute = (baseUrl: string) =>
  `baseUrl must be an absolute address such as https://api.example.com; got ${JSON.stringify(baseUrl)}.`

const notAPrefix = (baseUrl: string, part: string) =>
  `baseUrl must not have a ${part}, since every path is appended to it; got ${JSON.stringify(baseUrl)}.`

const baseUrlCredentialsMessage = (address: string) =>
  `baseUrl must not have a user name or a password, since fetch refuses such a URL. Use ${address}, and send the credentials in a header.`

const otherPathMessage = (path: string, basePath: string, origin: string) =>
  `The path of baseUrl (${path || '/'}) must equal the emulator's basePath (${basePath || '/'}). Use createEmulator({ basePath: '${path}' }), or ${origin}${basePath} as baseUrl.`

/**
 * Makes a pattern that matches the URL of every request below `baseUrl`. A regular expression is used because a URL
 * pattern decodes the URL, and fails on malformed URLs that the emulator must refuse itself. A browser may navigate to
 * a URL with a user name, which is also below `baseUrl`.
 * @throws EmulatorError `invalid_option` when `baseUrl` is not an absolute http(s) URL, has credentials, a query or a
 * fragment, or has a path other than the emulator's `basePath`, since the URLs in answers would be wrong.
 */
export function toBaseUrlPattern({ basePath }: AnsweringEmulator, baseUrl: string): RegExp {
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new EmulatorError('invalid_option', notAbsolute(baseUrl))
  const { origin, protocol, host, pathname, search, hash, username, password } = new URL(baseUrl)
  if (search !== '' || hash !== '')
    throw new EmulatorError('invalid_option', notAPrefix(baseUrl, search === '' ? 'fragment' : 'query'))
  const path = pathname.replace(/\/+$/, '')
  if (username !== '' || password !== '')
    throw new EmulatorError('invalid_option', baseUrlCredentialsMessage(origin + path))
  if (path !== basePath) throw new EmulatorError('invalid_option', otherPathMessage(path, basePath, origin))
  const below = (host + path).replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  return new RegExp(String.raw`^${protocol}\/\/(?:[^/?#@]*@)?${below}(?:[/?#]|$)`)
}
