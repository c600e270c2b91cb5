import { expect, it } from 'vitest'
import { hostileResult } from '../../testing/conformance/sample-result.ts'
import { writeReport } from './reports.ts'

/** The elements of an XML text, which must be well-formed. */
function elementsOf(
  xml: string,
): readonly { readonly name: string; readonly attributes: Readonly<Record<string, string>> }[] {
  expect(xml).not.toMatch(/(?![\t\n])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/u)
  const open: string[] = []
  const elements: { name: string; attributes: Record<string, string> }[] = []
  const body = xml.replace(/^<\?xml version="1.0" encoding="UTF-8"\?>\n/, '')
  const rest = body.replaceAll(
    /<(\/?)([a-z-]+)((?: [a-z]+="[^"<>]*")*)(\/?)>/g,
    (_tag, closes: string, name: string, attributes: string, empty: string) => {
      if (closes) expect(open.pop()).toBe(name)
      else
        elements.push({
          name,
          attributes: Object.fromEntries(
            [...attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key, value]) => [key!, value!]),
          ),
        })
      if (!closes && !empty) open.push(name)
      return ''
    },
  )
  expect(open).toEqual([])
  expect(rest).not.toMatch(/[<>]|&(?!amp;|lt;|gt;|quot;|#39;|#35;|#58;)/)
  return elements
}

it('writes well-formed JUnit XML: a test case for each requirement, a suite for each clause, right totals', () => {
  const elements = elementsOf(writeReport('junit', hostileResult))
  const named = (name: string) => elements.filter((element) => element.name === name)
  expect(named('testcase').map(({ attributes }) => attributes['name'])).toEqual([
    'ids.order',
    'pat.list',
    'filters.exact',
    'filters.and',
    'filters.paged',
    'link.identifier',
    'auth.dsn',
  ])
  expect(new Set(named('testcase').map(({ attributes }) => attributes['classname']))).toEqual(
    new Set([
      'conformance.4-2 Personal access tokens',
      'conformance.2-1 Identifiers',
      'conformance.5-5 DSN',
      'conformance.4-5 Filters',
      'conformance.4-10 Link header',
    ]),
  )
  expect([named('failure').length, named('error').length, named('skipped').length, named('system-out').length]).toEqual(
    [1, 1, 4, 7],
  )
  expect(named('testsuites')[0]!.attributes).toMatchObject({
    name: 'Platform Data API conformance, full',
    tests: '7',
    failures: '1',
    errors: '1',
  })
  expect(named('testsuite').reduce((sum, { attributes }) => sum + Number(attributes['skipped']), 0)).toBe(4)
  for (const total of ['tests', 'failures', 'errors'])
    expect(named('testsuite').reduce((sum, { attributes }) => sum + Number(attributes[total]), 0)).toBe(
      Number(named('testsuites')[0]!.attributes[total]),
    )
  for (const { attributes } of named('testcase')) expect(attributes['time']).toMatch(/^\d+\.\d{3}$/)
})

it('has times in JUnit that add up to the time of the run, at every level', () => {
  const elements = elementsOf(writeReport('junit', hostileResult))
  const times = (name: string) =>
    elements.filter((element) => element.name === name).map(({ attributes }) => Number(attributes['time']))
  const sum = (name: string) => times(name).reduce((total, time) => total + time, 0)
  for (const name of ['testsuites', 'testsuite', 'testcase']) expect(sum(name)).toBeCloseTo(1.5, 6)
  expect(Math.max(...times('testcase'))).toBeLessThan(1)
})

/**
 * The elements and attributes that the schema of Jenkins' xUnit plugin (junit-10.xsd) allows. GitLab reads some of
 * them.
 */
const junitSchema: Readonly<
  Record<string, { readonly required: readonly string[]; readonly optional: readonly string[] }>
> = {
  testsuites: { required: [], optional: ['name', 'time', 'tests', 'failures', 'disabled', 'errors'] },
  testsuite: {
    required: ['name', 'tests'],
    optional: ['failures', 'errors', 'time', 'disabled', 'skipped', 'timestamp', 'hostname', 'id', 'package'],
  },
  testcase: { required: ['name', 'classname'], optional: ['assertions', 'time', 'status'] },
  skipped: { required: [], optional: ['message'] },
  failure: { required: [], optional: ['type', 'message'] },
  error: { required: [], optional: ['type', 'message'] },
  'system-out': { required: [], optional: [] },
}

it('writes JUnit XML by the schema of Jenkins: known elements and attributes, in its order', () => {
  const xml = writeReport('junit', hostileResult)
  for (const { name, attributes } of elementsOf(xml)) {
    const { required, optional } = junitSchema[name]!
    expect(Object.keys(attributes)).toEqual(expect.arrayContaining([...required]))
    expect(
      Object.keys(attributes).filter((attribute) => !required.includes(attribute) && !optional.includes(attribute)),
      name,
    ).toEqual([])
  }
  const cases = xml.split('<testcase ').slice(1)
  expect(
    cases
      .map((element) => [...element.matchAll(/<(skipped|error|failure|system-out)[ >/]/g)].map(([, name]) => name!))
      .filter((children) => children.at(-1) !== 'system-out' || children.length > 2),
  ).toEqual([])
  for (const { attributes } of elementsOf(xml).filter(({ name }) => name === 'testsuite'))
    expect(attributes['timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
})

it('skips a known failure in JUnit', () => {
  const xml = writeReport('junit', hostileResult, {
    baseline: { known: [{ requirement: 'filters.and', check: 'filters.and.x' }], new: [], stale: [] },
  })
  expect(elementsOf(xml).filter(({ name }) => name === 'failure')).toEqual([])
  expect(xml).toContain('skipped message="known failure: ')
})
