// Explains why `fetch` got no answer: its own message is only "fetch failed", and the cause is the code of a library.
import { connect } from 'node:tls'

/** The reason for a missing answer, and the remedy if the cause shows it. */
export interface FailedFetch {
  readonly why: string
  readonly remedy?: string
}

interface Cause {
  readonly message?: string
  readonly code?: string
}

const clientCertificate = 'declare a certificate in tls of the target file'
const otherCa = 'declare its CA as tls.ca in the target file, or name the CA in NODE_EXTRA_CA_CERTS'

/** The causes by their codes or, without a code, by their messages. */
const causes: readonly (readonly [cause: RegExp, why: string, remedy?: string])[] = [
  [/^bad port$/, 'fetch sends nothing to this port, as browsers do', 'let the service listen at another one'],
  [
    /^UND_ERR_HEADERS_OVERFLOW$|^HPE_HEADER_OVERFLOW$/,
    'the headers of the answer exceed 16 KiB, the limit of Node',
    'start with NODE_OPTIONS=--max-http-header-size=65536',
  ],
  [
    /^ERR_SSL_WRONG_VERSION_NUMBER$|^ERR_SSL_PACKET_LENGTH_TOO_LONG$|^EPROTO$/,
    'it does not speak https at this port',
    'write http:// if that is what it speaks',
  ],
  [/PROTOCOL_VERSION$|UNSUPPORTED_PROTOCOL$/, 'it speaks no version of TLS that Node takes', 'offer TLS 1.2 or later'],
  [/CERTIFICATE_REQUIRED$/, 'it asks for a client certificate', clientCertificate],
  [/HANDSHAKE_FAILURE$/, 'it refused the TLS handshake, as for a missing client certificate', clientCertificate],
  [/^ERR_SSL_.*(?:CERTIFICATE|UNKNOWN_CA)/, 'it refused the client certificate', 'mend tls of the target file'],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired', 'renew the certificate'],
  [/^CERT_NOT_YET_VALID$/, 'its certificate is not valid yet', 'set the clocks of both machines'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another host', 'use the host of the certificate'],
  [/SELF_SIGNED|^UNABLE_TO_(?:VERIFY|GET)/, 'its certificate is not of a CA that Node knows', otherCa],
  [/^ENOTFOUND$/, 'there is no such host'],
  [/^EAI_AGAIN$/, 'the name of the host could not be looked up'],
  [/^ECONNREFUSED$/, 'nothing listens there'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'no connection could be made'],
  [/^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/, 'it closed the connection before the end of an answer'],
  [/^Response does not match the HTTP/, 'it does not speak HTTP/1.1 there'],
  [/^Proxy response/, 'the proxy of HTTPS_PROXY or HTTP_PROXY refused', 'mend that variable, or NO_PROXY'],
  [/^Z_(?:DATA|BUF)_ERROR$/, 'the body is not compressed as Content-Encoding says'],
]

/** The meaning of an error of `fetch`. */
export function failedFetch(error: unknown): FailedFetch {
  const { message = String(error), cause = {} } = error as { readonly message?: string; readonly cause?: Cause }
  const { code, message: detail } = cause
  const known = causes.find(([pattern]) => pattern.test(code ?? '') || pattern.test(detail ?? ''))
  // Messages of TLS begin with the address of a thread.
  const exact = (code?.startsWith('ERR_SSL_') ? code : detail || code) ?? message
  if (!known) return { why: exact }
  const [, why, remedy] = known
  return { why: `${why} (${exact})`, ...(remedy === undefined ? {} : { remedy }) }
}

/** The text for an error of `fetch`, with the remedy. */
export function failedFetchText(error: unknown): string {
  const { why, remedy } = failedFetch(error)
  return remedy === undefined ? why : `${why}; ${remedy}`
}

/** Returns true if an error of `fetch` says only that the other side closed the connection. */
export function wasClosed(error: unknown): boolean {
  const code = (error as { readonly cause?: Cause }).cause?.code
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET'
}

/**
 * Connects by TLS to find out why a service closes connections, which `fetch` does not say. The service may speak https
 * instead of http, or require a client certificate.
 */
export async function whyClosed(url: string, timeout: number): Promise<FailedFetch | undefined> {
  const { protocol, hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  return await new Promise((resolve) => {
    const socket = connect({ host, port: Number(port || 443), rejectUnauthorized: false, timeout })
    const end = (found?: FailedFetch) => {
      socket.destroy()
      resolve(found)
    }
    socket.on('timeout', () => end())
    socket.on('close', () => end())
    socket.on('data', () => end())
    socket.on('error', (cause) =>
      end((cause as Cause).code?.startsWith('ERR_SSL_') ? failedFetch({ cause }) : undefined),
    )
    socket.on('secureConnect', () => {
      if (protocol === 'http:') end({ why: 'it speaks https at this port', remedy: 'write https://' })
      else socket.write(`HEAD / HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`)
    })
  })
}
