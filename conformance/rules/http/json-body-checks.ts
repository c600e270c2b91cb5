import { fail, insufficient, notApplicable } from '../../catalogue/verdict.ts'
import { type Check, defineCheck, type Observer } from '../../run/define-check.ts'
import { type Exchange, summary } from '../../wire/exchange.ts'

const id = '[^/]+'

/** The documented requests with a JSON body, and the end of their paths. */
const writes: readonly (readonly [what: string, path: RegExp])[] = [
  ['the creation of a token', /\/[\w-]*tokens$/],
  ['the renaming of a token', new RegExp(`/[\\w-]*tokens/${id}$`)],
  ['the creation of a group', new RegExp(`/0/projects/${id}/groups/$`)],
  ['a command', new RegExp(`/services/${id}/${id}$`)],
]

/** What a request with a JSON body asks for; undefined for any other request. */
function writeOf({ method, url, headers, body }: Exchange['request']): string | undefined {
  if (method !== 'POST' || body === undefined || headers['content-type'] !== 'application/json') return undefined
  const { pathname } = new URL(url)
  return writes.find(([, path]) => path.test(pathname))?.[0]
}

/** Reads how JSON bodies are answered. A 415 means nothing where the same request is also accepted. */
function jsonBodyObserver(): Observer {
  const accepted = new Map<string, string>()
  const refused = new Map<string, Exchange>()
  const texts = new Set<string>()
  let sent = 0
  return {
    get evidence() {
      return [...refused.values()]
    },
    record(exchange) {
      const { status, text } = exchange.response
      if (texts.size < 2) texts.add(text)
      const what = writeOf(exchange.request)
      if (what === undefined) return
      sent++
      if (status >= 200 && status < 300) accepted.set(what, text)
      else if (status === 415 && !refused.has(what)) refused.set(what, exchange)
    },
    conclude() {
      for (const what of accepted.keys()) refused.delete(what)
      const [wrong] = refused
      if (wrong) fail(`${wrong[0]} to be accepted as JSON with Content-Type: application/json`, summary(wrong[1]))
      if (sent === 0) notApplicable('it writes: give --allow-writes, or allowWrites in the target file')
      if (accepted.size === 0) insufficient('no request with a JSON body was accepted')
      if (texts.size < 2) insufficient('every answer of the run was the same')
      return { remark: [...accepted.keys()].join(', ') }
    },
  }
}

/** JSON bodies (clause 4). */
export const jsonBodyChecks: readonly Check[] = [
  defineCheck({
    id: 'http.json-body.everywhere',
    requirement: 'http.json-body',
    reads: ['pat.create.token', 'pat.name-updatable.rename', 'legacy.groups-post.body', 'services.invoke.result'],
    description:
      'Reads the answers to the documented requests with a JSON body that the run sends: none for tokens, groups and ' +
      'commands is refused for the media type application/json.',
    observe: jsonBodyObserver,
  }),
]
