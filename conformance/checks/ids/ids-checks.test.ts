// The facts by which the checks that read every answer fail.
import { operationAt } from '../../catalogue/operation-paths.ts'
import { expect, it } from 'vitest'
import { Conclusion } from '../../conclusions/conclusion.ts'
import { type Exchange, toEvidence } from '../../conclusions/exchange.ts'
import type { Fact } from '../../conclusions/fact.ts'
import { isPassive } from '../../judge/define-check.ts'
import { idChecks } from './ids-checks.ts'

const [idOfOnes, other, third] = ['1'.repeat(27), '2'.repeat(27), '3'.repeat(27)]

const names = { version: '1.13', accessTokens: '/access-tokens', mcp: '/mcp' }

function answerAt(path: string, json: unknown, method = 'GET'): Exchange {
  const text = JSON.stringify(json)
  return {
    request: { operation: operationAt(method, path, names), method, url: `http://target.test${path}`, headers: {} },
    response: { status: 200, headers: {}, text, json },
    startedAt: 0,
    durationMs: 1,
  }
}

/** The fact by which a check fails after these answers; undefined when it passes. */
function factOf(id: string, exchanges: readonly Exchange[]): Fact | undefined {
  const check = idChecks.find((candidate) => candidate.id === id)!
  if (!isPassive(check)) throw new Error(`${id} sends requests itself`)
  const observer = check.observe()
  for (const exchange of exchanges) observer.record(exchange)
  try {
    observer.conclude()
    return undefined
  } catch (error) {
    if (!(error instanceof Conclusion)) throw error
    expect(observer.evidence).toContain(error.fact!.at)
    return error.fact
  }
}

const environments = answerAt('/1.13/environments', { data: [{ id: idOfOnes, name: 'Live' }] })
const created = (id: string) => answerAt('/access-tokens', { id, name: 'a' }, 'POST')

it('passes ids that are of one record each', () => {
  const list = answerAt('/1.13/environments', { data: [{ id: idOfOnes, name: 'Live' }, { id: other }] })
  for (const { id } of idChecks) expect(factOf(id, [environments, list, created(third)]), id).toBeUndefined()
})

it('shows an id that comes twice on a page by that page', () => {
  const at = answerAt('/1.13/resources', { data: [{ id: idOfOnes }, { id: idOfOnes }] })
  expect(factOf('ids.unique.answers', [at])).toEqual({ kind: 'repeated', id: idOfOnes, pages: [at], at })
})

it('shows an id of two kinds of record by an answer of each', () => {
  const at = answerAt('/0/projects/', [{ id: idOfOnes, name: 'Shop' }])
  const pages = [toEvidence(environments), at]
  expect(factOf('ids.unique.answers', [environments, at])).toEqual({ kind: 'repeated', id: idOfOnes, pages, at })
})

it('shows an id of two tokens by both creations', () => {
  const [first, at] = [created(idOfOnes), created(idOfOnes)]
  const pages = [toEvidence(first), at]
  expect(factOf('ids.unique.answers', [first, at])).toEqual({ kind: 'repeated', id: idOfOnes, pages, at })
})

it('shows the first id of another form, and the first with a prefix', () => {
  const short = answerAt('/1.13/environments', { data: [{ id: idOfOnes }, { id: 'short' }] })
  const prefixed = answerAt('/1.13/environments', { data: [{ id: idOfOnes, project_id: `prj_${other}` }] })
  const members = ['id']
  expect(factOf('ids.grammar.answers', [short, prefixed])).toEqual({
    kind: 'present',
    ids: ['short'],
    members,
    at: short,
  })
  expect(factOf('ids.never-prefixed.answers', [short, prefixed])).toEqual({
    kind: 'present',
    ids: [`prj_${other}`],
    at: prefixed,
  })
})

it('shows an id that is no text by its member', () => {
  const at = answerAt('/1.13/environments', { data: [{ id: 7, name: 'Live' }] })
  expect(factOf('ids.grammar.answers', [at])).toEqual({ kind: 'body', members: ['id'], at })
})
