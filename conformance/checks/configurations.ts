import { type Check, defineCheck } from '../define-check.ts'
import { isObject } from '../discovery/find-list.ts'
import { type Exchange, summary } from '../exchange.ts'
import type { Session } from '../session.ts'
import { fail, insufficient } from '../verdict.ts'

const needs = ['scopeId', 'configurationPath', 'bearer'] as const

function getValue(session: Session, path: string): Promise<Exchange> {
  return session.fact(`configuration at ${path}`, (own) => own.send({ path: `/${own.run.version}/configurations/${own.run.target.samples!.scopeId}`, query: { path } }))
}

/** The declared path, the path one level up, and the key between them. */
function levels(session: Session): { readonly path: string; readonly parent: string; readonly key: string } {
  const path = session.run.target.samples!.configurationPath!
  const dot = path.lastIndexOf('.')
  if (dot < 1) insufficient('samples.configurationPath has one step; declare one with two or more, such as a.b')
  return { path, parent: path.slice(0, dot), key: path.slice(dot + 1) }
}

/** What an answer may mean as a value: itself, or what its envelope holds. */
function* meanings(json: unknown): Generator<unknown> {
  yield json
  if (isObject(json)) for (const member of Object.values(json)) if (Object.keys(json).length <= 3) yield* meanings(member)
}

/** The members of that name anywhere in a value, arrays by their index. */
function* membersNamed(json: unknown, key: string, depth = 4): Generator<unknown> {
  if (typeof json !== 'object' || json === null || depth === 0) return
  for (const [name, member] of Object.entries(json)) {
    if (name === key) yield member
    yield* membersNamed(member, key, depth - 1)
  }
}

const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

/** Configurations (clause 4.4). */
export const configurationChecks: readonly Check[] = [
  defineCheck({
    id: 'configurations.value.served', requirement: 'configurations.value', effect: 'read', needs, description: 'GETs the value of samples.configurationPath for samples.scopeId, and the value at a path beyond it: the first is served, and the second is not the same.',
    run: async (session) => {
      const path = session.run.target.samples!.configurationPath!
      const exchange = await getValue(session, path)
      if (exchange.response.status !== 200 || exchange.response.json === undefined) fail(`200 with the JSON value at ${path}`, summary(exchange))
      const beyond = await getValue(session, `${path}.${session.run.random.text(12)}`)
      if (beyond.response.status === 200 && same(beyond.response.json, exchange.response.json) && exchange.response.json !== null) fail(`another answer at a path where nothing is than at ${path}`, `the same: ${summary(beyond)}`)
    },
  }),
  defineCheck({
    id: 'configurations.dotted-path.levels', requirement: 'configurations.dotted-path', effect: 'read', needs, after: ['configurations.value.served'], description: 'GETs the value one level above samples.configurationPath: it is another answer, and it holds the value of the path under the last step.',
    run: async (session) => {
      const { path, parent, key } = levels(session)
      const [value, above] = [await getValue(session, path), await getValue(session, parent)]
      if (above.response.status !== 200) fail(`200 with the JSON value at ${parent}, one level above ${path}`, summary(above))
      if (same(above.response.json, value.response.json)) fail(`the value at ${parent} to differ from the one at ${path}`, `the same: ${summary(above)}`)
      const possible = [...meanings(value.response.json)]
      for (const member of membersNamed(above.response.json, key)) if (possible.some((one) => same(one, member))) return
      fail(`the value at ${parent} to hold under ${key} what ${path} answers (${value.response.text.slice(0, 80)})`, summary(above))
    },
  }),
]
