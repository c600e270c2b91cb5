// gzip by Node, or else by the streams of the platform: jsdom hides those from a test.
import { EmulatorError } from '../tools/emulator-error.ts'

type Done = (error: Error | null, result: Uint8Array) => void

/** The part of `node:zlib` that is used. */
interface Zlib {
  readonly gzip: (text: string, done: Done) => void
  readonly gunzip: (bytes: Uint8Array, limits: { readonly maxOutputLength: number }, done: Done) => void
}

/** Asked for, as bundles for browsers import no module of Node. */
function zlib(): Zlib | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => Zlib | undefined } }
  return process?.getBuiltinModule?.('node:zlib')
}

/** Compresses a text. */
export async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const node = zlib()
  if (node) return new Uint8Array(await settled((done) => node.gzip(text, done)))
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/**
 * Reads what `gzip` wrote.
 * @param most The most bytes that it may become.
 * @throws EmulatorError `invalid_case` for anything else, and for what becomes more bytes.
 */
export async function gunzip(bytes: Uint8Array<ArrayBuffer>, most: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    const node = zlib()
    if (node) return decoder.decode(await settled((done) => node.gunzip(bytes, { maxOutputLength: most }, done)))
    const text = await unpacked(bytes, most, decoder)
    if (text !== undefined) return text
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== 'ERR_BUFFER_TOO_LARGE')
      throw new EmulatorError(
        'invalid_case',
        'The case must be a whole gzip file of JSON text; it is cut off or damaged. Save it again.',
        { cause: error },
      )
  }
  throw new EmulatorError(
    'invalid_case',
    `A case must have at most ${most.toLocaleString('en')} bytes when it is unpacked; this one has more. The emulator writes none so large.`,
  )
}

/** The text by the streams of the platform; undefined for one that is too long. */
async function unpacked(
  bytes: Uint8Array<ArrayBuffer>,
  most: number,
  decoder: TextDecoder,
): Promise<string | undefined> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader()
  let text = ''
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    length += value.length
    if (length > most) {
      void reader.cancel().catch(() => {})
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** Awaits a function that calls back. */
function settled(run: (done: Done) => void): Promise<Uint8Array> {
  return new Promise((resolve, reject) => run((error, result) => (error ? reject(error) : resolve(result))))
}
