// The entries of `npm run dead`. Knip finds tests, scripts and configuration files by itself.
import type { KnipConfig } from 'knip'
import { entries } from '../testing/package-entries.ts'

const config: KnipConfig = {
  entry: [...Object.values(entries), '.ci/ensure-chromium.ts', 'emulator/console/main.tsx', 'bench/*.ts'],
  project: ['{bin,emulator,conformance,fixtures,bench,testing,.ci}/**/*.{ts,tsx,js,mjs}'],
  // These files use clients that a test generates, or packages with a separate lock file.
  ignore: ['testing/openapi-clients/walks/*.ts', 'bench/peers/*.mjs', 'testing/package/bundlers/*.mjs'],
  ignoreExportsUsedInFile: { interface: true, type: true },
  ignoreBinaries: ['mkfifo', 'apt-get'],
}

export default config
