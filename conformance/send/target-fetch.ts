import { readFileSync } from 'node:fs'
import { Agent, type AgentOptions, request as openRequest } from 'node:https'
import { Readable } from 'node:stream'
import { rootCertificates } from 'node:tls'
import { kit } from '../catalogue/kit.ts'
import type { TlsFiles } from '../conclusions/exchange.ts'
import type { FetchFunction } from './sender.ts'

/** The name of the kit for gateways and logs. */
const userAgent = `${kit.name.replace('@', '').replace('/', '-')}/${kit.version} (conformance kit)`

/** Options for reaching a target. */
export interface TargetAccess {
  readonly baseUrl: string
  /** Headers of every request to the origin of the base URL. */
  readonly headers?: Readonly<Record<string, string>>
  readonly tls?: TlsFiles
}

/**
 * `fetch` for a target, with the headers and the client certificate that a gateway requires. No other origin receives
 * them.
 */
export function targetFetch({ baseUrl, headers = {}, tls }: TargetAccess): FetchFunction {
  const origin = URL.parse(baseUrl)?.origin
  let secured: FetchFunction | undefined
  return async (request) => {
    if (!request.headers.has('user-agent')) request.headers.set('user-agent', userAgent)
    const { origin: asked, protocol } = new URL(request.url)
    if (asked !== origin) return await fetch(request)
    for (const [name, value] of Object.entries(headers))
      if (!request.headers.has(name) || name.toLowerCase() === 'user-agent') request.headers.set(name, value)
    if (!tls || protocol !== 'https:') return await fetch(request)
    secured ??= createTlsFetch(tls)
    return await secured(request)
  }
}

/** Statuses of answers that have no body. */
const bodiless = new Set([204, 205, 304])

/** The proxy variables of the environment, with no proxy for this machine. */
export function proxyVariables(environment: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  const direct = [environment['NO_PROXY'] ?? environment['no_proxy'] ?? '', 'localhost', '127.0.0.1', '::1', '[::1]']
  return { ...environment, no_proxy: undefined, NO_PROXY: direct.filter(Boolean).join(',') }
}

/** Options for Node's own client: the certificates, and the proxy of the environment. */
export function agentOptions({ cert, key, ca }: TlsFiles = {}): AgentOptions {
  const options: AgentOptions & { readonly proxyEnv: NodeJS.ProcessEnv } = {
    keepAlive: true,
    proxyEnv: proxyVariables(process.env),
    ...(cert === undefined ? {} : { cert: readFileSync(cert) }),
    ...(key === undefined ? {} : { key: readFileSync(key) }),
    ...(ca === undefined ? {} : { ca: [...rootCertificates, readFileSync(ca, 'utf8')] }),
  }
  return options
}

/** `fetch` does not support client certificates, so Node's own client sends these requests. */
function createTlsFetch(tls: TlsFiles): FetchFunction {
  const agent = new Agent(agentOptions(tls))
  return async (request) => {
    const { url, method, headers, signal } = request
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined
    return await new Promise((resolve, reject) => {
      const failed = (cause: Error) => reject(signal.aborted ? signal.reason : new TypeError('fetch failed', { cause }))
      const sent = openRequest(url, { method, headers: Object.fromEntries(headers), agent, signal }, (answer) => {
        const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = answer
        const received = new Headers()
        try {
          for (let at = 0; at < rawHeaders.length; at += 2) received.append(rawHeaders[at]!, rawHeaders[at + 1]!)
          const isEmpty = bodiless.has(status) || method === 'HEAD'
          if (isEmpty) answer.resume()
          const content = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>)
          resolve(new Response(content, { status, statusText, headers: received }))
        } catch (error) {
          answer.destroy()
          failed(error as Error)
        }
      })
      sent.on('error', failed)
      sent.end(body)
    })
  }
}
