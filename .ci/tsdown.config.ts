import { defineConfig } from 'tsdown'

/**
 * What is published. A run-time dependency stays a dependency, save where its own files take long to load: bundled,
 * the used part of it starts several times as fast, and a bundle can be kept as compiled code.
 */
const bundled = [/^typebox(\/|$)/, /^ajv(\/|$)/, /^ajv-formats/, /^@faker-js\/faker/, /^yargs(\/|$)/, /^hono(\/|$)/, /^@hono\/node-server/]

export default defineConfig({
  cwd: new URL('..', import.meta.url).pathname,
  entry: { index: 'emulator/index.ts', node: 'emulator/serve/serve.ts', main: 'bin/main.ts' },
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node22',
  fixedExtension: false,
  dts: true,
  clean: true,
  hash: false,
  deps: { alwaysBundle: bundled, onlyBundle: false },
})
