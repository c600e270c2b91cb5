// Sentences are made last, and no code parses them: see "How a verdict flows" in ARCHITECTURE.md.
import { expect, it } from 'vitest'
import { readModuleGraph, readSource } from './module-graph.ts'
import { findReadings } from './sentence-readings.ts'

const graph = readModuleGraph(['conformance', 'bin', 'emulator/console'])

/** The files that convert phrases to texts, to print them or to pass them on for printing. */
const printers: readonly string[] = [
  'conformance/report/document.ts',
  'conformance/report/open.ts',
  'conformance/report/service-finding.ts',
  // The results as callers get them, with their messages.
  'conformance/judge/redaction/redact.ts',
  'conformance/judge/clean-up.ts',
  'conformance/judge/plan.ts',
  'conformance/judge/results.ts',
  // The lines of --verbose.
  'conformance/judge/run-conformance.ts',
  // The message of a result in a bundle is made again for comparison. The comment at the head of a script.
  'conformance/judge/scripts/script.ts',
  // The progress of judging a client, and the reason of an aborted request.
  'bin/commands/client/run-driver.ts',
  'bin/judges/client/in-process.ts',
  // The usage error for a command that cannot begin.
  'bin/judges/client/command/repeated-crashes.ts',
]

it('makes texts of phrases only where they are printed', () => {
  const makers = [...graph].filter(([, imports]) => imports.some((path) => /^conformance\/wording\/[^/]+$/.test(path)))
  const files = makers.map(([file]) => file).filter((file) => !file.startsWith('conformance/wording/'))
  expect(files).toEqual(printers.toSorted())
})

/** Code that parses messages of other programs, which have no codes, or prints any message on one line. */
const others: readonly string[] = [
  // Playwright.
  String.raw`conformance/send/installed-browser.ts: why ||= (error as Error).message.split('\n')[0]!`,
  "conformance/send/playwright-browser.ts: phrase`the browser failed: ${cutError(String((error as Error).message).split('\\n')[0]!)}`,",
  // Errors of `fetch` that have no code.
  "conformance/send/failed-fetch.ts: const known = causes.find(([pattern]) => pattern.test(code ?? '') || pattern.test(detail ?? ''))",
  // The parser of YAML.
  "conformance/target/target-file.ts: error instanceof Error ? error.message.split('\\n')[0]!.slice(0, 200).replace(/:$/, '') : String(error)",
  // The JSON-RPC error of the target.
  'conformance/checks/mcp/mcp-checks.ts: const usual = code === -32_602 || /version/i.test(String(message)) ? otherVersions : []',
]

/** Code that converts phrases to texts, and other values to phrases. */
const mayReadPhrases = /^conformance\/(?:wording\/|conclusions\/phrase\.ts$)/

it('parses no sentence of the kit, and no words of a phrase', () => {
  const files = [...graph.keys()].filter((file) => !mayReadPhrases.test(file))
  const readings = files.flatMap((file) => findReadings(file, readSource(file)).map(({ text }) => `${file}: ${text}`))
  expect(readings.toSorted()).toEqual(others.toSorted())
})
