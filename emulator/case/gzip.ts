/** The part of `node:zlib` that is used. */
interface Zlib {
  readonly gzip: (text: string, done: (error: Error | null, result: Uint8Array) => void) => void
}

/** Compresses a text: by Node, as jsdom hides the streams of the platform from a test, or else by those. */
export async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  // Asked for, as bundles for browsers import no module of Node.
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => Zlib | undefined } }
  const node = process?.getBuiltinModule?.('node:zlib')
  if (!node) {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
    return new Uint8Array(await new Response(stream).arrayBuffer())
  }
  return new Promise((resolve, reject) =>
    node.gzip(text, (error, result) => (error ? reject(error) : resolve(new Uint8Array(result)))),
  )
}
