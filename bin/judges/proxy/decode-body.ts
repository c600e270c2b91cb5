import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import type { PassedBody } from '../../../conformance/proxy/passed-exchange.ts'

/** The most bytes of a body that was compressed. A small one could fill the memory. */
const mostBytes = 16_777_216

type Decode = (bytes: Uint8Array) => Promise<Uint8Array>

const limits = { maxOutputLength: mostBytes }
const gunzip = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.gunzip)
const inflate = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.inflate)
const inflateRaw = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.inflateRaw)
const brotli = promisify<zlib.InputType, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress)

const decoders: Readonly<Record<string, Decode>> = {
  identity: (bytes) => Promise.resolve(bytes),
  gzip: (bytes) => gunzip(bytes, limits),
  'x-gzip': (bytes) => gunzip(bytes, limits),
  // Some servers leave out the head of the format.
  deflate: (bytes) => inflate(bytes, limits).catch(() => inflateRaw(bytes, limits)),
  br: (bytes) => brotli(bytes, limits),
  // Node 22.12 to 22.14 cannot undo it.
  ...('zstdDecompress' in zlib
    ? {
        zstd: (bytes: Uint8Array) =>
          promisify<zlib.InputType, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress)(bytes, limits),
      }
    : {}),
}

/** The text of a body, without its encodings, in the order in which they were applied. */
export async function decodeBody(bytes: Uint8Array, encoding: string | undefined): Promise<PassedBody> {
  if (bytes.byteLength === 0) return { text: '' }
  let decoded = bytes
  for (const name of (encoding ?? '').toLowerCase().split(',').reverse()) {
    const decode = decoders[name.trim() || 'identity']
    if (!decode) return { text: undefined, unread: 'encoding' }
    try {
      decoded = await decode(decoded)
    } catch {
      return { text: undefined, unread: 'encoding' }
    }
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(decoded) }
  } catch {
    return { text: undefined, unread: 'text' }
  }
}
