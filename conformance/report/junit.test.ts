import { expect, it } from 'vitest'
import { hostileResult } from '../../testing/conformance/sample-result.ts'
import { writeReport } from './service-document.ts'

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

/** The elements of an XML text, which must be well-formed. */
function parseElements(xml: string): readonly Element[] {
  expect(xml).not.toMatch(/(?![\t\n])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/u)
  const open: string[] = []
  const elements: Element[] = []
  const rest = xml
    .replace(/^<\?xml version="1.0" encoding="UTF-8"\?>\n/, '')
    .replaceAll(/<(\/?)([a-z-]+)((?: [a-z]+="[^"<>]*")*)(\/?)>/g, (_tag, closes, name: string, text: string, empty) => {
      if (closes) expect(open.pop()).toBe(name)
      else {
        const attributes = [...text.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key, value]) => [key!, value!] as const)
        elements.push({ name, attributes: Object.fromEntries(attributes) })
      }
      if (!closes && !empty) open.push(name)
      return ''
    })
  expect(open).toEqual([])
  expect(rest).not.toMatch(/[<>]|&(?!amp;|lt;|gt;|quot;|#39;|#35;|#58;)/)
  return elements
}

/** The attributes that the schema of Jenkins' xUnit plugin (junit-10.xsd) allows. GitLab reads some of them. */
const allowed: Readonly<Record<string, RegExp>> = {
  testsuites: /^(?:name|time|tests|failures|disabled|errors)$/,
  testsuite: /^(?:name|tests|failures|errors|time|disabled|skipped|timestamp|hostname|id|package)$/,
  testcase: /^(?:name|classname|assertions|time|status)$/,
  skipped: /^message$/,
  failure: /^(?:type|message)$/,
  error: /^(?:type|message)$/,
  'system-out': /^$/,
}

it('writes JUnit XML by the schema of Jenkins: a case for each requirement, a suite for each clause, right totals', () => {
  const xml = writeReport('junit', hostileResult)
  const elements = parseElements(xml)
  const named = (name: string) => elements.filter((element) => element.name === name)
  const sum = (name: string, attribute: string) =>
    named(name).reduce((total, { attributes }) => total + Number(attributes[attribute]), 0)
  expect(named('testcase').map(({ attributes }) => `${attributes['classname']}: ${attributes['name']}`)).toEqual([
    'conformance.2-1 Identifiers: ids.order',
    'conformance.4-2 Personal access tokens: pat.list',
    'conformance.4-5 Filters: filters.exact',
    'conformance.4-5 Filters: filters.and',
    'conformance.4-5 Filters: filters.paged',
    'conformance.4-10 Link header: link.identifier',
    'conformance.5-5 DSN: auth.dsn',
  ])
  expect(['failure', 'error', 'skipped', 'system-out'].map((name) => named(name).length)).toEqual([1, 1, 4, 7])
  expect(named('testsuites')[0]!.attributes).toMatchObject({
    name: 'Platform Data API conformance, full',
    tests: '7',
    failures: '1',
    errors: '1',
  })
  expect(['tests', 'failures', 'errors', 'skipped'].map((total) => sum('testsuite', total))).toEqual([7, 1, 1, 4])
  expect(named('testsuites')[0]!.attributes['time']).toBe('1.500')
  for (const { name, attributes } of elements)
    expect(Object.keys(attributes).filter((attribute) => !allowed[name]!.test(attribute))).toEqual([])
  for (const element of xml.split('<testcase ').slice(1))
    expect([...element.matchAll(/<(skipped|error|failure|system-out)[ >/]/g)].map(([, name]) => name).at(-1)).toBe(
      'system-out',
    )
})

it('skips a known failure in JUnit', () => {
  const xml = writeReport('junit', hostileResult, {
    baseline: { known: [{ requirement: 'filters.and', check: 'filters.and.x' }], new: [], flaky: [], stale: [] },
  })
  expect(parseElements(xml).filter(({ name }) => name === 'failure')).toEqual([])
  expect(xml).toContain('skipped message="known failure: ')
})
