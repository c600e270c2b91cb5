// Sentences are made last, and nothing reads them back: see "How a verdict flows" in ARCHITECTURE.md.
import { expect, it } from 'vitest'
import { readModuleGraph, readSource } from './module-graph.ts'

const graph = readModuleGraph(['conformance', 'bin'])

/** What may make texts of phrases: it prints them, or hands them to what prints them. */
const printers = [
  /^conformance\/(?:wording|report|client\/reports)\//,
  // The results as callers get them, with their messages.
  /^conformance\/judge\/(?:results|plan)\.ts$/,
  /^conformance\/client\/judge\/redaction\.ts$/,
  // The comment at the head of a script.
  /^conformance\/scripts\/script\.ts$/,
  // What a person sees while a client is judged, and the reason of an aborted request.
  /^bin\/client\/run-driver\.ts$/,
  /^bin\/judges\/client\/bounded-fetch\.ts$/,
]

it('makes texts of phrases only where they are printed', () => {
  const makers = [...graph].filter(([, imports]) => imports.some((path) => path.startsWith('conformance/wording/')))
  expect(makers.length).toBeGreaterThan(5)
  expect(makers.map(([file]) => file).filter((file) => !printers.some((printer) => printer.test(file)))).toEqual([])
})

/** A text of the kit that something is looked for in. Lists have `includes`, too, and an empty text says nothing. */
const reading = new RegExp(
  [
    String.raw`(?<!error\??\.)\b(?:message|expected|got|remark)\??\.(?:startsWith|endsWith|match|matchAll|search|split|replace)\b`,
    String.raw`(?<!error\??\.)\bmessage\??\.(?:includes|slice|indexOf)\b`,
    String.raw`\.(?:test|exec)\((?:\w+\.)*(?:message|expected|got|remark)\b`,
    String.raw`(?<!error\??\.)\b(?:message|expected|got|remark) === ['"\x60](?!['"\x60])`,
  ].join('|'),
)

/** Messages of others: of yargs, of a system's errors, of a browser. A report that is read shows its messages again. */
const others = [
  /^bin\/usage\//,
  /^conformance\/report\/(?:compare|formats\/)/,
  /^bin\/judges\/service\/browser\.ts$/,
  /^conformance\/send\//,
]

it('reads no sentence of the kit back', () => {
  const found = [...graph.keys()]
    .filter((file) => !others.some((other) => other.test(file)))
    .flatMap((file) =>
      readSource(file)
        .split('\n')
        .flatMap((line, index) => (reading.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
    )
  expect(found).toEqual([])
})

it('finds such a reading, and no other', () => {
  for (const line of ["if (message.startsWith('no ')", '/ did not pass/.exec(result.message)', "got === 'nothing'"])
    expect(line).toMatch(reading)
  for (const line of ["message === ''", "error.message.split('.')", 'expected.includes(id)'])
    expect(line).not.toMatch(reading)
})
