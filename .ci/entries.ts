/** The source of each published entry, by its name in `exports` of package.json. */
export const entries = {
  '.': 'emulator/index.ts',
  './node': 'emulator/serve/serve.ts',
  './conformance': 'conformance/index.ts',
  './vitest': 'bin/vitest-entry.ts',
  './playwright': 'emulator/integrations/playwright.ts',
  './msw-data': 'emulator/integrations/msw-data.ts',
} as const

/** The name by which users import an entry. */
export function importName(entry: string): string {
  return `@platform-data/emulator${entry.slice(1)}`
}
