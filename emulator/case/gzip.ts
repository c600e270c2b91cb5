// gzip by the streams of the platform, which browsers have too.
import { EmulatorError } from '../tools/emulator-error.ts'

/** Compresses a text. */
export async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/**
 * Reads what `gzip` wrote.
 * @param most The most bytes that it may become.
 * @throws EmulatorError `invalid_case` for anything else, and for what becomes more bytes.
 */
export async function gunzip(bytes: Uint8Array<ArrayBuffer>, most: number): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return text + decoder.decode()
      length += value.length
      if (length > most) {
        void reader.cancel().catch(() => {})
        break
      }
      text += decoder.decode(value, { stream: true })
    }
  } catch (error) {
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
