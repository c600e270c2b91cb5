import { because, undeclared } from '../../conclusions/cause.ts'
import { Conclusion, fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { phrase } from '../../conclusions/phrase.ts'
import type { ActiveCheck, DeclaredCheck } from '../../judge/define-check.ts'
import { type Once, oncePerRun } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import { noSuccess } from '../no-success.ts'
import { continuesConnection, freshCode, openedMadeUp } from './open-address.ts'
import { noBrowser, type Opener, openOnce, walk, type PageWalk } from './walk.ts'

const common = {
  effect: 'write',
  needs: ['adapter', 'bearer'],
  inBrowser: true,
} as const satisfies Partial<ActiveCheck>

/** Completing a connection like a person in a browser (clauses 4.3 and 5.7). */
export const connectBrowserChecks: readonly DeclaredCheck[] = [
  {
    ...common,
    id: 'connect.browser.completed',
    after: ['connect.browser.page'],
    description:
      'Opens the address with a new code like a browser, and presses consent controls until nothing is left to do: each page is served, and each press has an effect. If an account is needed, the result says so.',
    run: async (session) => {
      const walked = await completed(session)
      const { end, seen, code, answer } = walked
      if (end === 'broken')
        fail({
          expected: phrase`the connection to be completed in a browser`,
          got: seen,
          fact: noSuccess(answer),
        })
      if (end === 'unknown') failUncompleted(walked)
      const again = await recordConnection(session, () => openOnce(session, code), isErrorStatus)
      return isErrorStatus(again)
        ? phrase`a code that was used is refused with ${again.status!}`
        : phrase`a code that was used opens a page again; how often one works is not shown`
    },
  },
  {
    ...common,
    id: 'connect.code-verified.in-browser',
    after: ['connect.browser.page'],
    mayRepeat: true,
    wrongCredentials: { gentle: 0, quick: 2 },
    decidedBy: 'connect.code-verified.made-up',
    description:
      'If the address with a made-up code gets a page, presses consent controls there too: the end differs from that with a good code.',
    run: async (session) => {
      const { exchange, code } = await openedMadeUp(session)
      if (!continuesConnection(exchange)) return
      const good = await completed(session)
      if (good.end !== 'complete') failUncompleted(good)
      const bad = await recordConnection(
        session,
        () => walk(session, code, good.opener),
        ({ end }) => end !== 'complete',
      )
      if (bad.end !== 'complete') return
      if (good.last.text === '')
        insufficient(because.alike, phrase`the last page has no text that distinguishes it from another one`)
      if (comparablePageText(bad) === comparablePageText(good) && bad.withheld.length + good.withheld.length > 0)
        failUncompleted(bad)
      if (comparablePageText(bad) === comparablePageText(good))
        fail({
          expected: phrase`no connection for a made-up state code`,
          got: bad.seen,
          fact: { kind: 'alike', at: bad.answer, other: good.answer },
          symptom: phrase`a made-up state code connects`,
        })
      return phrase`a made-up code ends on another page than a good one: ${bad.seen}`
    },
  },
]

/** A page that needs a person, such as a sign-in page, is neither a fault nor a gap. */
function failUncompleted({ last: { status = 0 }, seen, withheld, needsScript }: PageWalk): never {
  if (needsScript) notApplicable(because.machine, noBrowser)
  const remark = phrase`the kit cannot complete the connection: ${seen}`
  if (withheld.length > 0) insufficient(undeclared('connectOrigins'), remark)
  return status >= 400 && status !== 401 && status !== 403
    ? insufficient(because.refused, remark)
    : notApplicable(because.absent, remark)
}

/** A walk, and how its pages were opened. */
interface OpenedWalk extends PageWalk {
  readonly opener: Opener
}

/**
 * The walk with a good code: by plain requests, or in a browser if a page needs its scripts. A walk that breaks is
 * repeated, as another request may have replaced its code.
 */
const completed: Once<[], OpenedWalk> = oncePerRun(async (session): Promise<OpenedWalk> => {
  const visit = async (opener: Opener) => {
    const code = await freshCode(session)
    const walked = await recordConnection(
      session,
      () => walk(session, code, opener),
      ({ end, pressed }) => end !== 'complete' && pressed.length === 0,
    )
    return { ...walked, opener }
  }
  const first = await visit('requests')
  const walked = first.needsScript && session.run.browser ? await visit('browser') : first
  return walked.end === 'broken' ? await visit(walked.opener) : walked
})

/** Records a connection that may be created. `isNone` returns true if none was. */
async function recordConnection<Value>(
  { run }: Session,
  work: () => Promise<Value>,
  isNone: (value: Value) => boolean,
): Promise<Value> {
  const name = `of ${run.target.samples!.adapter}, in a browser`
  const entry = run.ledger.open({ runId: run.id, operation: 'connect.browser', name })
  try {
    const value = await work()
    if (isNone(value)) run.ledger.close(entry)
    return value
  } catch (error) {
    // Without a browser, nothing was opened.
    if (error instanceof Conclusion && error.verdict === 'notApplicable') run.ledger.close(entry)
    throw error
  }
}

function isErrorStatus({ status = 0 }: { readonly status: number | undefined }): boolean {
  return status >= 400
}

/** The text of the last page, independent of the code and the connection. */
function comparablePageText({ last, code }: PageWalk): string {
  return last.text.replaceAll(code, '').replaceAll(/[0-9A-Za-z_-]{16,}/g, '')
}
