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

it.each([
  ['a destructured member', `const { message } = result; if (message.startsWith('no ')) stop()`],
  ['a renamed member', `const { message: told } = result; told.includes('no ')`],
  ['a renamed parameter', `const isNone = ({ got: came }) => came.endsWith('nothing')`],
  ['a parameter', `function isNone(message: string) { return message.indexOf('no ') === 0 }`],
  ['an alias', `const text = result.message; text.search(/no /)`],
  ['an alias of an alias', `const { remark } = result; const why = remark ?? ''; why.slice(0, 3)`],
  ['an assigned name', `let text = ''; text = result.message; if (text.match(/no /)) stop()`],
  [
    'an element of a list',
    `const texts = all.map(({ message }) => message); texts.filter((text) => text.at(0) === 'n')`,
  ],
  ['a loop', `for (const line of result.leftovers) if (line.startsWith('token')) stop()`],
  ['===', `if (result.message === 'nothing') stop()`],
  ['!==', `if (result.message !== 'nothing') stop()`],
  ['==', `if (result.message == other.message) stop()`],
  ['!=', `if ('nothing' != result.message) stop()`],
  ['<', `all.sort((left, right) => (left.message < right.message ? -1 : 1))`],
  ['a bare name', `got === 'nothing'`],
  ['a bare name with a method', `expected.startsWith('no ')`],
  ['switch', `switch (result.message) { case 'nothing': stop() }`],
  ['length', `if (result.message.length > 10) stop()`],
  ['localeCompare', `all.toSorted((left, right) => left.message.localeCompare(right.message))`],
  ['sort', `all.map((result) => result.message).sort()`],
  ['groupBy', `Map.groupBy(all, ({ message }) => message)`],
  ['groupBy with a body', `Object.groupBy(all, (result) => { const { remark } = result; return remark })`],
  ['a set', `new Set(all.map(({ message }) => message)).size`],
  ['a lookup', `known.has(result.message)`],
  ['a key', `const place = places[result.message]`],
  ['replaceAll', `result.message.replaceAll('a', 'b')`],
  ['at', `result.message.at(-1)`],
  ['substring', `result.message.substring(3)`],
  ['lastIndexOf', `result.message.lastIndexOf(' ')`],
  ['got.includes', `result.got.includes('no ')`],
  ['remark.includes', `remark.includes('no ')`],
  ['a member in brackets', `result['message'].startsWith('no ')`],
  ['an optional member', `result?.message?.startsWith('no ')`],
  ['a line break', `result.message\n  .trim()\n  .startsWith('no ')`],
  ['the words of a phrase', `if (remark.words[0] === 'no ') stop()`],
  ['a phrase of its own', 'const done = phrase`done`; done.words.length'],
  ['the values of a phrase', `const [id] = result.got.values; if (id === other) stop()`],
  ['a phrase that is taken apart', `const { values } = result.remark; stop(values)`],
  ['a parameter that is a phrase', `const isShort = (why: Phrase) => why.words.join('').length < 9`],
  ['a parameter that is a phrase, taken apart', `const first = ({ words }: Phrase) => words[0]`],
  ['a list of phrases', `const count = (tried: readonly Phrase[]) => new Set(tried).size`],
  ['a name that may be a phrase', `let why: Phrase | undefined; if (why.values.includes(id)) stop()`],
  ['a text that was made', `textOf(result.got).startsWith('no ')`],
  ['test', `/ did not pass/.test(messageOf(result))`],
  ['exec', `/ did not pass/.exec(result.message)`],
  ['match', `messageOf(result).match(/ did not pass/)`],
  ['a cast', `(result.message as string).split(' ')`],
  ['JSON', `const key = JSON.stringify(remark)`],
  ['a template', 'if (`${result.check} ${result.message}` === key) stop()'],
  ['a concatenation', `if ((result.check + result.message).endsWith('nothing')) stop()`],
  ['trouble', `response.trouble === 'too large'`],
  ['cutShort', `/limit/.test(exchange.response.cutShort)`],
  ['leftover', `leftover.startsWith('token')`],
  ['leftovers', `result.leftovers.toSorted().indexOf('token')`],
  ['advice', `requirement.advice.remedy.includes('Send')`],
  ['the answer of a person', `if (requirement.careful.length > 80) stop()`],
  ['an error of the kit', `try { run() } catch (error) { if (error.message.includes('--only')) stop() }`],
])('finds %s', (_what, source) => {
  expect(findReadings('a.ts', source)).not.toEqual([])
})

it.each([
  ['whether something was said', `if (result.message === '' || trouble !== undefined) stop()`],
  ['printing', 'const line = `${result.check}: ${result.message.trim()}`; print(line)'],
  ['words of a list', `print(all.map(({ message }) => message).join(', '))`],
  ['how many there are', `if (result.leftovers.length > 0) print(result.leftovers.map((line) => line.trim()))`],
  ['another value of that name', `const extra = ids.filter((id) => !expected.includes(id)); if (got === 3) stop()`],
  ['the same values', `JSON.stringify(expected) === JSON.stringify(got)`],
  ['a fact', `if (result.fact.kind === 'status' && result.cause?.kind !== 'data') stop()`],
  ['a record', `const { message: { id } } = body; id.startsWith('prd_')`],
  ['another function of that name', `import { textOf } from './walks.ts'; if (textOf(item) === value) stop()`],
  ['a report', `JSON.stringify({ check, message })`],
  ['a text of a target', `response.text.includes(id)`],
])('leaves out %s', (_what, source) => {
  expect(findReadings('a.ts', source)).toEqual([])
})
