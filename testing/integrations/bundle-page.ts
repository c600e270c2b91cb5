import { fileURLToPath } from 'node:url'
import { build } from 'tsdown'

/** The modules of a page, by path, from its file; `alias` puts one package in the place of another. */
export async function bundlePage(
  file: URL,
  alias: Readonly<Record<string, string>> = {},
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
    deps: { alwaysBundle: /./, onlyBundle: false },
  })
  return Object.fromEntries(
    bundle!.chunks.flatMap((chunk) => (chunk.type === 'chunk' ? [[`/${chunk.fileName}`, chunk.code]] : [])),
  )
}

/** A document that loads the bundle: Vitest would rewrite an import in a function that is sent to the page. */
export const pageHtml =
  '<!doctype html><meta charset="utf-8"><title>Page</title><script type="module" src="/page.js"></script>'
