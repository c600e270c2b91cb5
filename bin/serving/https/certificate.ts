// --https: the given certificate, or one of its own, which clients are told to trust.
import { Clock } from '../../../emulator/world/clock.ts'
import { readText } from '../../files.ts'
import type { EmulatorFlags } from '../../options/emulator-options.ts'
import { UsageError } from '../../usage-error.ts'
import { blaming } from '../../usage-of.ts'
import { writeWhole } from '../../write-whole.ts'
import { type KeyPair, selfSigned } from './self-signed.ts'

/** The options about HTTPS. */
export type HttpsFlags = Pick<EmulatorFlags, 'https' | 'https-cert' | 'https-key' | 'host' | 'public-url'>

/** A certificate, and where clients find it when it is not signed by an authority that they know. */
export interface Certificate extends KeyPair {
  readonly file: string | undefined
}

/** Refuses a certificate without its key, or without --https. @throws UsageError */
export function assertHttps({ https, 'https-cert': cert, 'https-key': key }: HttpsFlags): void {
  const present = cert === undefined ? '--https-key' : '--https-cert'
  if (cert === undefined && key === undefined) return
  if (!https)
    throw new UsageError(`${present} needs --https, which serves HTTPS. Add --https, or leave ${present} out.`)
  if (cert === undefined || key === undefined)
    throw new UsageError(`--https-cert and --https-key belong together; got ${present} alone. Add the other.`)
}

/**
 * Reads the given certificate, or makes one and writes it to a file.
 * @param directory Where the file of an own certificate goes.
 * @throws UsageError for a file that cannot be read.
 */
export function certificateOf(flags: HttpsFlags, directory: () => string): Certificate {
  const { 'https-cert': cert, 'https-key': key, host = '127.0.0.1', 'public-url': publicUrl } = flags
  if (cert !== undefined && key !== undefined)
    return {
      cert: blaming('--https-cert', () => readText(cert)),
      key: blaming('--https-key', () => readText(key)),
      file: undefined,
    }
  const others = [host, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname.replaceAll(/[[\]]/g, '')])]
  const hosts = new Set([
    'localhost',
    '127.0.0.1',
    '::1',
    ...others.filter((other) => other !== '0.0.0.0' && other !== '::'),
  ])
  const generated = selfSigned([...hosts], new Clock().now())
  const file = `${directory()}/certificate.pem`
  writeWhole(file, generated.cert, 0o644)
  return { ...generated, file }
}
