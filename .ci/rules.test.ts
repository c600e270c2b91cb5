// Rules for the sources that the linter does not have.
import { globSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { expect, it } from 'vitest'
import { readModuleGraph, readSource } from './module-graph.ts'
import { findRiddles } from './names.ts'

const files = [...readModuleGraph(['emulator', 'conformance', 'fixtures', 'bin']).keys()]

const matchesInSources = (pattern: RegExp): readonly string[] =>
  files.flatMap((file) => [...readSource(file).matchAll(pattern)].map(([, name]) => `${file} ${name}`))

it('has one error class for each audience', () => {
  expect(matchesInSources(/class (\w+) extends \w*(?:Error|Conclusion|Refusal)\b/g).toSorted()).toEqual([
    // The errors of the command line.
    'bin/usage-error.ts UsageError',
    // The conclusions of a check, and the errors of the kit.
    'conformance/conclusions/conclusion.ts Conclusion',
    'conformance/kit-error.ts KitError',
    // The errors that are sent to clients.
    'emulator/api/dialect/api-error.ts ApiError',
    // The rejection of `fetch` that shows a client a broken connection.
    'emulator/tools/connection-dropped.ts ConnectionDropped',
    // The errors of the TypeScript API.
    'emulator/tools/emulator-error.ts EmulatorError',
  ])
})

it('reads the time only from the injected clock', () => {
  expect(matchesInSources(/(new Date\(\))/g)).toEqual([])
})

it('gives no advice in a RangeError or TypeError, which the command line reports as a bug', () => {
  expect([...new Set(matchesInSources(/new ((?:Range|Type)Error)\(/g))].toSorted()).toEqual([
    // The error that `fetch` rejects with.
    'bin/judges/client/in-process.ts TypeError',
    'conformance/send/target-fetch.ts TypeError',
    // A mistake in an adapter's code, which its caller cannot fix. The answer is 500.
    'emulator/api/services/invoke-command.ts TypeError',
    // The error that `fetch` rejects with.
    'emulator/integrations/fetch-semantics.ts TypeError',
    'emulator/integrations/route-to.ts TypeError',
    'emulator/pipeline/context.ts TypeError',
    'emulator/tools/connection-dropped.ts TypeError',
  ])
})

it('imports single functions of TypeBox, because all of it doubles the load time', () => {
  expect(matchesInSources(/(= Type\b(?!\.)|\bType\.Record\()/g)).toEqual([])
})

/** The meaningless names that are allowed, by file. */
const allowedNames: readonly string[] = [
  // The public method `requests.one()`.
  'emulator/journal/journal.ts one',
]

it('uses no identifier one, own, shown or given, which lack a noun', () => {
  const named = globSync('{conformance,bin,emulator,fixtures,testing,bench,.ci}/**/*.{ts,tsx,mjs,js}', {
    exclude: ['**/node_modules/**'],
  }).flatMap((file) => findRiddles(file, readSource(file)).map(({ line, name }) => ({ file, line, name })))
  const unexpected = named.filter(({ file, name }) => !allowedNames.includes(`${file} ${name}`))
  expect(unexpected).toEqual([])
  expect(named.length).toBeGreaterThan(0)
})

it.each([
  ['list.map((given) => f(given))', ['given', 'given']],
  ['class A { #own = 1 }', ['own']],
  ['interface A { readonly shown: string }', ['shown']],
  ['const { name: _one } = f()', ['_one']],
  ['emulator.requests.one({})', []],
  ['const { one: toOne } = relations // The one that was given.', []],
])('finds the names in %s', (source, names) => {
  expect(findRiddles('a.ts', source).map(({ name }) => name)).toEqual(names)
})

const ends: ReadonlySet<string> = new Set(['blocked', 'insufficient', 'notApplicable'])

/** Checks that ask to declare something, but whose constant cause is about something else. */
function othersThatAskToDeclare(name: string, source: string): readonly string[] {
  const ended: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const { type, start, callee, arguments: passed } = node as Record<string, any>
    if (type === 'CallExpression' && ends.has(callee.name) && passed.length > 1) {
      const [cause, remark] = passed.map((part: { start: number; end: number }) => source.slice(part.start, part.end))
      if (/\bdeclare\b/.test(remark) && /^(?:because\.|see\()/.test(cause))
        ended.push(`${name}:${source.slice(0, start).split('\n').length}`)
    }
    Object.values(node).forEach(visit)
  }
  visit(parseSync(name, source).program)
  return ended
}

it('names a declaration as the cause wherever a message asks to declare something', () => {
  const checks = files.filter(
    (file) => /^conformance\/(?:checks|judge)\//.test(file) && /\bdeclare\b/.test(readSource(file)),
  )
  expect(checks.flatMap((file) => othersThatAskToDeclare(file, readSource(file)))).toEqual([])
  const end = (cause: string) => `if (x)\n  insufficient(${cause}, phrase\`no value; declare one at \${path}\`)`
  expect(othersThatAskToDeclare('x.ts', end("see('pat.list')"))).toEqual(['x.ts:2'])
  expect(othersThatAskToDeclare('x.ts', end("undeclared('samples.issueId')"))).toEqual([])
})
