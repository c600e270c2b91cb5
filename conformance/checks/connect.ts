import { type Check, defineCheck } from '../define-check.ts'
import { textsIn } from '../discovery/find-list.ts'
import { type Exchange, summary } from '../exchange.ts'
import type { Session } from '../session.ts'
import { fail, insufficient } from '../verdict.ts'

interface Prepared {
  readonly exchange: Exchange
  readonly code: string | undefined
}

const prepare = (session: Session): Promise<Prepared> =>
  session.fact('prepare-connect', async (own) => {
    const { run } = own
    const exchange = await own.send({ method: 'POST', path: `/app/${run.target.samples!.adapter}/prepare-connect` })
    const found = exchange.response.status >= 200 && exchange.response.status < 300 ? stateCode(exchange.response.json, run.profile.get('stateCodeName')) : undefined
    if (found) {
      run.redactor.add(found.text, 'state_code')
      run.profile.learn('stateCodeName', found.path.join('.'))
    }
    return { exchange, code: found?.text }
  })

/**
 * The name of its field is not shown: the code in an address with prepare_state, else a member that is named for it,
 * else the longest text that is neither a time nor an address.
 */
function stateCode(json: unknown, pinned: unknown): ReturnType<typeof textsIn>[number] | undefined {
  const texts = textsIn(json).map(({ path, text }) => ({ path, text: codeInAddress(text) ?? text })).filter(({ text }) => text.length >= 4)
  const named = (pattern: RegExp) => texts.find(({ path, text }) => pattern.test(path.at(-1) ?? '') && !isAddress(text))
  if (typeof pinned === 'string') return texts.find(({ path }) => path.join('.') === pinned)
  const plain = texts.filter(({ text, path }) => !/^\d{4}-\d\d-\d\dT/.test(text) && !isAddress(text) && !/^(id|name|adapter|type|status|message|expires)/i.test(path.at(-1) ?? ''))
  return named(/^(prepare_?state|state_?code|state)$/i) ?? named(/^code$/i) ?? [...plain].sort((left, right) => right.text.length - left.text.length)[0]
}

const isAddress = (text: string): boolean => /^(?:https?:\/)?\//.test(text)

function codeInAddress(text: string): string | undefined {
  return isAddress(text) && URL.canParse(text, 'http://localhost') ? (new URL(text, 'http://localhost').searchParams.get('prepare_state') ?? undefined) : undefined
}

const connectPath = (session: Session): string => `/app/${session.run.target.samples!.adapter}/connect`

/** The address with the code, as a browser opens it. */
const opened = (session: Session, code: string): Promise<Exchange> => session.send({ path: connectPath(session), query: { prepare_state: code }, as: 'none', headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })

const openedWithCode = (session: Session): Promise<Exchange> => session.fact('connect with the code', async (own) => opened(own, (await prepare(own)).code ?? ''))

const common = { effect: 'write', needs: ['adapter', 'bearer'] } as const

/** Connecting a third-party connector (clauses 4.3 and 5.7). */
export const connectChecks: readonly Check[] = [
  defineCheck({
    ...common, id: 'connect.prepare.code', requirement: 'connect.prepare', description: 'POSTs to /app/{adapter}/prepare-connect with the Bearer token: a success whose JSON has a state code, under any name.',
    run: async (session) => {
      const { exchange, code } = await prepare(session)
      if (code === undefined) fail('a success with a state code', summary(exchange))
    },
  }),
  defineCheck({
    ...common, id: 'connect.browser.page', requirement: 'connect.browser', after: ['connect.prepare.code'], description: 'Opens /app/{adapter}/connect?prepare_state=<code> without a Bearer token, as a browser does: a page or a redirect, no refusal.',
    run: async (session) => {
      const exchange = await openedWithCode(session)
      if (exchange.response.status < 200 || exchange.response.status >= 400) fail('the connection to go on in the browser, by a page or a redirect', summary(exchange))
    },
  }),
  defineCheck({
    ...common, id: 'connect.code-verified.made-up', requirement: 'connect.code-verified', after: ['connect.browser.page'], description: 'Opens the same address with a code of the same length that was never given: another answer, or a page on which something is still to be done.',
    run: async (session) => {
      const { code } = await prepare(session)
      const madeUp = altered(code!)
      const good = await openedWithCode(session)
      const bad = await opened(session, madeUp)
      if (bad.response.status >= 400) return
      const normal = ({ response }: Exchange, own: string) => `${response.status} ${response.headers['location'] ?? ''} ${response.text}`.replaceAll(own, '').replaceAll(/[0-9A-Za-z_-]{16,}/g, '')
      if (normal(bad, madeUp) !== normal(good, code!)) return
      if (bad.response.status >= 300 || /<(?:form|button|a|script)\b/i.test(bad.response.text)) insufficient('a made-up code gets the same page or redirect, and what follows cannot be seen from here')
      fail('a code that prepare-connect never gave to complete nothing', `the same page as for a good one: ${summary(bad)}`)
    },
  }),
]

/** As long and of the same alphabet, with every third character changed. */
function altered(code: string): string {
  return [...code].map((character, index) => (index % 3 === 0 && /[0-9A-Za-z]/.test(character) ? (character === 'a' ? 'b' : /\d/.test(character) ? String((Number(character) + 1) % 10) : 'a') : character)).join('')
}
