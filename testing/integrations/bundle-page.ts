import { fileURLToPath } from 'node:url'
import { build } from 'tsdown'

/** Bundles a page's script. Returns its modules by path. `alias` replaces one package by another. */
export async function bundlePage(
  file: URL,
  alias: Readonly<Record<string, string>> = {},
  minify = false,
): Promise<Readonly<Record<string, string>>> {
  const [bundle] = await build({
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    config: false,
    entry: { page: fileURLToPath(file) },
    format: 'esm',
    platform: 'browser',
    fixedExtension: false,
    hash: false,
    dts: false,
    write: false,
    clean: false,
    logLevel: 'silent',
    alias,
    minify,
    deps: { alwaysBundle: /./, onlyBundle: false },
  })
  return Object.fromEntries(
    bundle!.chunks.flatMap((chunk) => (chunk.type === 'chunk' ? [[`/${chunk.fileName}`, chunk.code]] : [])),
  )
}

/** A document that loads the bundle. An import in a function sent to the page would be rewritten by Vitest. */
export const pageHtml =
  '<!doctype html><meta charset="utf-8"><title>Page</title><script type="module" src="/page.js"></script>'
