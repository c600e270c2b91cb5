import { expect, it } from 'vitest'
import { sampleCheck, sampleExchange } from '../../testing/conformance/sample-result.ts'
import type { OperationId } from '../catalogue/operations.ts'
import { findRequirement, requirements } from '../catalogue/requirements.ts'
import { factKinds } from '../conclusions/fact.ts'
import { failureAdvice } from './advice-of-failure.ts'

const unserved = (operation: OperationId) => sampleExchange('{}', { operation })
const failed = (operation: OperationId) => {
  const at = unserved(operation)
  return sampleCheck('legacy.root.version', 'fail', '', [at], { fact: { kind: 'status', wanted: 'success', at } })
}
const credentialFailure = (operation: OperationId) => {
  const at = unserved(operation)
  return sampleCheck('auth.dsn.accepted', 'fail', '', [at], { fact: { kind: 'credential', works: false, at } })
}
const served = (operation: OperationId) => {
  const { response, ...rest } = unserved(operation)
  return sampleCheck('groups.list.get', 'pass', '', [{ ...rest, response: { ...response, status: 200 } }])
}

it('names what to declare where nothing serves an operation', () => {
  const remedy = (operation: OperationId, ...others: readonly OperationId[]) =>
    failureAdvice(failed(operation), [failed(operation), ...others.map(served)])?.remedy
  expect(remedy('legacy.root')).toBe(
    'Serve GET /0/, or declare without: [legacy] if the service does not offer the legacy API.',
  )
  expect(remedy('legacy.root', 'groups.list')).toBe('Serve GET /0/.')
  expect(remedy('access-tokens.list', 'oauth.token')).toMatch(
    /^Serve GET \/access-tokens, or declare paths\.accessTokens, or declare without: \[personalAccessTokens\] if/,
  )
  expect(remedy('access-tokens.list', 'access-tokens.create')).toBe('Serve GET /access-tokens.')
  expect(remedy('products.list', 'environments.list')).toMatch(/, or declare samples that exist\.$/)
})

it('suspects the base URL when no documented path is served', () => {
  const nothing = (['access-tokens.list', 'legacy.root', 'environments.list'] as const).map(failed)
  expect(failureAdvice(nothing[0]!, nothing)).toEqual({
    cause: 'No documented path is served at this base URL.',
    remedy: 'Check baseUrl, such as for a base path that is missing.',
  })
  const passed = sampleCheck('oauth.client-credentials.token', 'pass')
  expect(failureAdvice(nothing[0]!, [...nothing, passed])?.remedy).toMatch(/^Serve GET \/access-tokens, or declare/)
})

it.each([
  [501, 'GET', 'Serve GET /{version}/environments, or declare without: [versioned] if'],
  [501, 'OPTIONS', 'Serve OPTIONS /{version}/environments.'],
  [405, 'OPTIONS', 'Serve OPTIONS /{version}/environments.'],
  [500, 'OPTIONS', 'Find this request in the log of the service, and fix that error first.'],
])('recognizes a status %d that means nothing is served yet to %s', (status, method, remedy) => {
  const { request, response, ...rest } = unserved('environments.list')
  const at = { ...rest, request: { ...request, method }, response: { ...response, status } }
  const options = sampleCheck('http.options.environments', 'fail', '', [at], {
    fact: { kind: 'status', wanted: 'success', at },
  })
  expect(failureAdvice(options, [options])?.remedy).toContain(remedy)
})

it('suspects a missing route only if more than a credential fails', () => {
  const dsn = credentialFailure('legacy-projects.list')
  expect(failureAdvice(dsn, [dsn])).toEqual({ remedy: findRequirement(dsn.requirement)!.advice!.remedy })
  expect(failureAdvice(dsn, [dsn, failed('legacy-projects.list')])?.remedy).toMatch(/^Serve GET \/0\/projects\//)
})

it('does not suspect the authentication of a request that was refused after its work', () => {
  const at = unserved('access-tokens.revoke')
  const fact = { kind: 'effect', after: at, at } as const
  expect(failureAdvice(sampleCheck('auth.required.x', 'fail', '', [at], { fact }))).toEqual({
    cause: 'The service did its work before it refused the request.',
    remedy: 'Check the credentials and the request before any of the work.',
  })
})

it('has narrower remedies only for kinds of facts', () => {
  const kinds = requirements.flatMap(({ advice }) => Object.keys(advice?.byFact ?? {}))
  expect(kinds.filter((kind) => !Object.hasOwn(factKinds, kind))).toEqual([])
  const requirement = 'cursors.limit'
  const at = sampleExchange('{}')
  const remedies = [
    failureAdvice({ requirement, fact: { kind: 'body', at } }),
    failureAdvice({ requirement, fact: { kind: 'status', wanted: 'success', at } }),
  ].map((advice) => advice?.remedy)
  expect(remedies).toEqual([findRequirement(requirement)!.advice!.remedy, 'Accept limit.'])
})
