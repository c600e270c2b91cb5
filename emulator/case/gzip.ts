/** The part of `node:zlib` that is used. */
interface Zlib {
  readonly gzip: (text: string, done: (error: Error | null, result: Uint8Array) => void) => void
}

/** Compresses a text with Node, since jsdom hides the platform's streams, or with those streams outside Node. */
export async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  // Not imported, because bundles for browsers cannot contain modules of Node.
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
