import { expect, it } from 'vitest'
import { because, type Cause, undeclared } from '../conclusions/cause.ts'
import { sampleCheck, sampleResult } from '../../testing/conformance/sample-result.ts'
import { parseTargetFile } from '../target/target-file.ts'
import { exampleTargetFile, toDeclare } from './to-declare.ts'
import { docsPage } from '../../testing/readme-code.ts'

const run = (...causes: readonly Cause[]) =>
  sampleResult(causes.map((cause) => sampleCheck('ids.grammar.records', 'notApplicable', '', [], { cause })))
const environment = {
  PLATFORM_TOKEN: 't',
  PLATFORM_CLIENT_ID: 'c',
  PLATFORM_CLIENT_SECRET: 's',
  PLATFORM_INTEGRATION_TOKEN: 'i',
  PLATFORM_API_KEY: 'k',
  PLATFORM_DSN: 'd',
}

it('shows target files that work as they are, complete as on the page of the target file, and in part', () => {
  expect(docsPage('target')).toContain(`\n${exampleTargetFile().join('\n')}\n`)
  const whole = parseTargetFile(['baseUrl: http://target.test', ...exampleTargetFile()].join('\n'), environment)
  expect(whole).toMatchObject({
    credentials: { oauth: { clientId: 'c' }, dsn: 'd' },
    samples: { command: { name: 'create-order' } },
    hooks: { advanceClock: { body: { seconds: '$seconds' } } },
    allowWrites: true,
  })
  expect(
    exampleTargetFile(['samples.adapter', 'paths.mcp', 'allowWrites']).map((line) => line.split('  #')[0]),
  ).toEqual(['samples:', '  adapter: shop', 'paths:', '  mcp: /mcp', 'allowWrites: true'])
})

it('asks only for what the run missed, each once', () => {
  const lines = toDeclare(
    run(undeclared('samples.catalogId', 'hooks.createProduct'), undeclared('samples.catalogId'), because.writes),
  )
  expect(lines.map((line) => line.split(':')[0])).toEqual([
    'samples',
    '  catalogId',
    'hooks',
    '  createProduct',
    'allowWrites',
  ])
  expect(toDeclare(run(because.absent))).toEqual([])
})
