/** The source of each published entry, by its name in `exports` of package.json. */
export const entries = {
  '.': 'emulator/index.ts',
  './node': 'emulator/serve/index.ts',
  './conformance': 'conformance/index.ts',
  './client': 'bin/client-entry.ts',
  './vitest': 'bin/vitest-entry.ts',
  './playwright': 'emulator/integrations/playwright.ts',
  './msw-data': 'emulator/integrations/msw-data.ts',
} as const

/**
 * The entries that CommonJS can have as well. `@msw/data` has only ES modules, so an entry for it needs none.
 */
export const commonJsEntries: readonly string[] = ['index', 'node', 'conformance', 'client', 'vitest', 'playwright']

/** The name by which users import an entry. */
export function importName(entry: string): string {
  return `@platform-data/emulator${entry.slice(1)}`
}
