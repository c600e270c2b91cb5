import { at, type DocumentedPath } from '../../catalogue/operation-paths.ts'
import { because } from '../../conclusions/cause.ts'
import { fail, insufficient } from '../../conclusions/conclusion.ts'
import { answerPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { Call } from '../../judge/call.ts'
import { type Once, oncePerRun } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { nextCharacter } from '../near-misses.ts'
import { askNeighbours, contrast } from '../similar.ts'
import { askForCode, type CandidateCode, firstPrepare } from './state-codes.ts'

/** The address that a browser opens (clause 4.3). */
export function connectPath({ run }: Session): DocumentedPath {
  return at('connect.browser', { adapter: run.target.samples!.adapter! })
}

/** Opens the address with or without a code, like a browser. `wrong` marks a code that is nearly right. */
export function openAddress(
  session: Session,
  code: string | undefined,
  mark: Pick<Call, 'wrong'> = {},
): Promise<Exchange> {
  return session.send({
    path: connectPath(session),
    query: { prepare_state: code },
    as: 'none',
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    ...mark,
  })
}

/** Returns true if an answer continues or completes a connection. */
export function continuesConnection({ response }: Exchange): boolean {
  return response.status < 400
}

/** Returns true if there is still something to do after an answer: on another page, or on this one. */
export function isOpen({ response }: Exchange): boolean {
  return response.status >= 300 || /<(?:form|button|a|script)\b/i.test(response.text)
}

/** The number of values to try as the code. */
const tried = 3

/** The opened address and its answer. */
export interface OpenedAddress {
  readonly exchange: Exchange
  readonly code: string
}

/**
 * Opens the address with the first value that continues the connection, or else with the likeliest. Codes are
 * short-lived: if none continues, a new one is tried, as the run may be slow or the target may have restarted.
 */
export const openedWithCode: Once<[], OpenedAddress> = oncePerRun(async (session): Promise<OpenedAddress> => {
  // Every caller runs after connect.prepare.code, so there is a code.
  const first = (await openFirst(session, (await firstPrepare(session)).codes))!
  return continuesConnection(first.exchange)
    ? first
    : ((await openFirst(session, (await askForCode(session)).codes)) ?? first)
})

async function openFirst(session: Session, codes: readonly CandidateCode[]): Promise<OpenedAddress | undefined> {
  const { id, ledger, findings, redactor } = session.run
  const attempts: OpenedAddress[] = []
  for (const { path, text } of codes.slice(0, tried)) {
    redactor.learn(text, 'state_code')
    const entry = ledger.open({
      runId: id,
      operation: 'connect.browser',
      name: `of ${session.run.target.samples!.adapter}, by GET connect`,
    })
    const attempt = { exchange: await openAddress(session, text), code: text }
    // A connection may have been created only if this is a last page.
    if (isOpen(attempt.exchange)) ledger.close(entry)
    if (continuesConnection(attempt.exchange)) {
      findings.learn('stateCodeName', path.join('.'))
      return attempt
    }
    attempts.push(attempt)
  }
  return attempts[0]
}

/**
 * A code that has not been opened yet.
 * @throws Conclusion `insufficientEvidence` when none is returned: the specification does not show how many codes may
 * exist at a time.
 */
export async function freshCode(session: Session): Promise<string> {
  // Opening the first code has shown which value of the answer is the code.
  await openedWithCode(session)
  const {
    exchange,
    codes: [code],
  } = await askForCode(session)
  if (!code)
    insufficient(
      because.refused,
      phrase`prepare-connect returned no further state code: ${answerPhrase(exchange)}`,
      exchange,
    )
  session.run.redactor.learn(code.text, 'state_code')
  return code.text
}

/** The page of a code, independent of the code. */
function comparablePage({ exchange, code }: OpenedAddress): string {
  const { status, headers, text } = exchange.response
  return `${status} ${headers['location'] ?? ''} ${text}`.replaceAll(code, '').replaceAll(/[0-9A-Za-z_-]{16,}/g, '')
}

/**
 * Returns true if two codes got the same page. An answer that always contains one particular code is the same page too.
 */
function isSamePage(bad: OpenedAddress, good: OpenedAddress): boolean {
  const { status, text } = bad.exchange.response
  const { response } = good.exchange
  return (
    comparablePage(bad) === comparablePage(good) ||
    (status === response.status && text !== '' && text === response.text)
  )
}

/** The address opened with a code that does not resemble one of prepare-connect. */
export const openedMadeUp: Once<[], OpenedAddress> = oncePerRun(async (session) => {
  const { code } = await openedWithCode(session)
  const madeUp = changeCode(code)
  session.run.addNearMiss(madeUp, code, 'with characters changed')
  return { exchange: await openAddress(session, madeUp, { wrong: 'stateCode' }), code: madeUp }
})

/**
 * Judges the answer to a code that must complete nothing. The same page as for a good code certainly completes the
 * connection only if it is the last page. An earlier page shows that the code was accepted if a made-up code gets
 * another page.
 */
export async function assertNotCompleted(
  session: Session,
  bad: OpenedAddress,
  what: Phrase,
  /** How the code got into its state. */
  how: Phrase | '' = '',
): Promise<void> {
  const good = await openedWithCode(session)
  const isRefused = (opened: OpenedAddress) => opened.exchange.response.status >= 400 || !isSamePage(opened, good)
  const madeUpIsRefused = async () => isRefused(await openedMadeUp(session))
  if (isRefused(bad)) return
  const got = phrase`the same page as for a good code: ${answerPhrase(bad.exchange)}`
  const fact = { kind: 'alike', at: bad.exchange, other: good.exchange } as const
  if (!isOpen(bad.exchange))
    fail({
      expected: phrase`no connection for ${what}${how}`,
      got,
      fact,
      symptom: phrase`${what} still connects`,
      ...(session.run.gentle ? {} : contrast(await askNeighbours([[phrase`a made-up state code`, madeUpIsRefused]]))),
    })
  // A page without a code may ask for one. A redirect continues as with a good code.
  const isComparable = bad.code !== '' || (bad.exchange.response.status >= 300 && !session.run.gentle)
  const madeUp = isComparable ? await openedMadeUp(session) : undefined
  if (madeUp && comparablePage(madeUp) !== comparablePage(good))
    fail({
      expected: phrase`${what} to be refused, as a made-up one is (${madeUp.exchange.response.status})${how}`,
      got,
      fact,
      symptom: phrase`${what} is still accepted`,
    })
  insufficient(because.alike, phrase`${what} gets the same page or redirect, and what follows cannot be seen from here`)
}

/** A code of the same length, alphabet and prefix, with every other letter and digit changed. */
function changeCode(code: string): string {
  const [prefix] = /^(?:[A-Za-z]+[_-])?/.exec(code)!
  return prefix + code.slice(prefix.length).replaceAll(/[0-9A-Za-z]/g, nextCharacter)
}
