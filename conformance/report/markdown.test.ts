import { expect, it } from 'vitest'
import { sampleCheck, sampleExchange, sampleResult } from '../../testing/conformance/sample-result.ts'
import { requirements } from '../catalogue/requirements.ts'
import type { OperationId } from '../catalogue/operations.ts'
import type { CheckResult } from '../judge/result.ts'
import { writeReport } from './service-document.ts'

const stated = requirements.filter(({ kind, excluded }) => kind === 'stated' && excluded === undefined)

/** A failed check of a requirement, with long evidence and a long script. */
function failed(requirement: string, name: string, operation: OperationId = 'environments.list'): CheckResult {
  const at = sampleExchange('sorry '.repeat(500), { operation, body: 'sent '.repeat(500) })
  return {
    ...sampleCheck(
      `${requirement}.${name}`,
      'fail',
      `expected ${'much '.repeat(30)}; got ${'little '.repeat(30)}`,
      [at],
      {
        fact: { kind: 'status', wanted: 400, at },
      },
    ),
    requirement: requirement as CheckResult['requirement'],
    reproduce: `#!/bin/sh\n${'curl --location-trusted\n'.repeat(400)}`,
  }
}

it('stays under 60 KB in Markdown for a hundred failures, and shows no script', () => {
  const many = sampleResult(stated.flatMap(({ id }) => [failed(id, 'a'), failed(id, 'b', 'resources.list')]))
  const markdown = writeReport('markdown', many)
  expect(stated.length).toBeGreaterThan(99)
  expect(Buffer.byteLength(markdown)).toBeLessThan(60_000)
  for (const { id } of stated.slice(0, 90)) expect(markdown).toContain(id)
  expect(markdown).not.toContain('--location-trusted')
  expect(writeReport('html', many)).toContain('--location-trusted')
})
