import type { Emulator } from '../create-emulator.ts'

/** What an integration needs of an emulator. */
export interface AnsweringEmulator extends Pick<Emulator, 'basePath'> {
  readonly fetch: (request: Request) => Promise<Response>
}

/**
 * What the URL of every request below `baseUrl` matches, whatever stands in it: a URL pattern would decode it, and fail
 * on what the emulator must refuse.
 * @throws TypeError when `baseUrl` is none, or has a path that is not the emulator's `basePath`: links would lead astray.
 */
export function toBaseUrlPattern({ basePath }: AnsweringEmulator, baseUrl: string): RegExp {
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new TypeError(
      `baseUrl must be an absolute address such as https://api.example.com; got ${JSON.stringify(baseUrl)}.`,
    )
  const { origin, pathname, search, hash } = new URL(baseUrl)
  if (search !== '' || hash !== '')
    throw new TypeError(
      `baseUrl is what stands before every path, so it has no ${search === '' ? 'fragment' : 'query'}; got ${JSON.stringify(baseUrl)}.`,
    )
  const path = pathname.replace(/\/+$/, '')
  if (path !== basePath) {
    throw new TypeError(
      `The path of baseUrl (${path || '/'}) must be the emulator's basePath (${basePath || '/'}); give createEmulator({ basePath: '${path}' }), or ${origin}${basePath} as baseUrl.`,
    )
  }
  return new RegExp(`^${(origin + path).replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)}(?:[/?#]|$)`)
}
