import { expect, it } from 'vitest'
import { defaultConventions, withConventions } from '../dialect/conventions.ts'
import type { Conventions } from '../../model/contract/conventions.ts'
import { toOpenApi } from './openapi.ts'

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: unknown }>> }>
  >
}

/** The statuses that an operation documents. */
function statusesOf(conventions: Partial<Conventions>, path: string, method: string): readonly string[] {
  const document = toOpenApi({
    conventions: withConventions(defaultConventions, conventions),
    serverUrl: 'http://emulator.test',
  }) as { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }
  return Object.keys(document.paths[path]![method]!.responses)
}

it.each(['/0/', '/0/projects/', '/1.13/environments'])(
  'documents 400 of %s where unknown parameters are refused',
  (path) => {
    expect(statusesOf({ unknownParameters: 'refuse' }, path, 'get')).toContain('400')
  },
)

it('documents no 400 of an operation that refuses no input', () => {
  expect(statusesOf({}, '/0/', 'get')).not.toContain('400')
})

it('documents 409 of a disabled adapter connection, and 404 of an unknown command where an unknown id is 410', () => {
  const [capabilities, invoke] = [
    '/services/{adapterConnectionId}/capabilities',
    '/services/{adapterConnectionId}/{command}',
  ]
  expect(statusesOf({}, capabilities!, 'get')).toContain('409')
  expect(statusesOf({ unknownIdStatus: 410 }, invoke!, 'post')).toEqual(expect.arrayContaining(['404', '409', '410']))
})

it('documents 400 of a malformed id in a body, whatever other refused input answers', () => {
  expect(statusesOf({ refusedStatus: 422 }, '/1.13/flows', 'post')).toEqual(expect.arrayContaining(['400', '422']))
})
