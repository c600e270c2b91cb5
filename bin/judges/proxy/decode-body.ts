import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import type { PassedBody } from '../../../conformance/proxy/traffic.ts'

/** The most bytes of a decompressed body. A small compressed one could fill the memory. */
const mostBytes = 16_777_216

const isTooLarge = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'

type Decode = (bytes: Uint8Array, limits: { readonly maxOutputLength: number }) => Promise<Uint8Array>

const gunzip = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.gunzip)
const inflate = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.inflate)
const inflateRaw = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.inflateRaw)
const brotli = promisify<zlib.InputType, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress)

const decoders: Readonly<Record<string, Decode>> = {
  identity: (bytes) => Promise.resolve(bytes),
  gzip: gunzip,
  'x-gzip': gunzip,
  // Some servers leave out the zlib header.
  deflate: (bytes, limits) =>
    inflate(bytes, limits).catch((error: unknown) => {
      if (isTooLarge(error)) throw error
      return inflateRaw(bytes, limits)
    }),
  br: brotli,
  // Node 22.12 to 22.14 cannot decompress it.
  ...('zstdDecompress' in zlib
    ? {
        zstd: promisify<zlib.InputType, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress),
      }
    : {}),
}

/**
 * Decodes the text of a body. The encodings are in the order in which they were applied.
 * @param left The most bytes that are left for it after other bodies.
 */
export async function decodeBody(
  bytes: Uint8Array,
  encoding: string | undefined,
  left: number = mostBytes,
): Promise<PassedBody> {
  if (bytes.byteLength === 0) return { text: '' }
  const limits = { maxOutputLength: Math.max(1, Math.min(mostBytes, left)) }
  let decoded = bytes
  for (const name of (encoding ?? '').toLowerCase().split(',').reverse()) {
    const decode = decoders[name.trim() || 'identity']
    if (!decode) return { text: '', unread: 'encoding' }
    try {
      decoded = await decode(decoded, limits)
    } catch (error) {
      if (!isTooLarge(error)) return { text: '', unread: 'encoding' }
      return { text: '', unread: left < mostBytes ? 'full' : 'long' }
    }
  }
  if (decoded.byteLength > left) return { text: '', unread: 'full' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(decoded) }
  } catch {
    return { text: '', unread: 'text' }
  }
}
