import { at } from '../../catalogue/operation-paths.ts'
import { collectTexts } from '../../reading/find-list.ts'
import type { Call } from '../../judge/call.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { askOnce } from '../shared-answers.ts'

/** The answer to prepare-connect. */
export interface PreparedConnect {
  readonly exchange: Exchange
  /** The values that may be the code, the likeliest first. */
  readonly codes: readonly CandidateCode[]
}

/** A value in an answer. */
export interface CandidateCode {
  readonly path: readonly string[]
  readonly text: string
}

const prepareCall = ({ run }: Session): Call => ({
  method: 'POST',
  path: at('connect.prepare', { adapter: run.target.samples!.adapter! }),
  repeatable: true,
})

function toPrepared({ run }: Session, exchange: Exchange): PreparedConnect {
  const { status, json } = exchange.response
  return { exchange, codes: status < 300 ? stateCodes(json, run.findings.get('stateCodeName')) : [] }
}

/** Requests a new state code. */
export async function askForCode(session: Session): Promise<PreparedConnect> {
  return toPrepared(session, await session.send(prepareCall(session)))
}

/** The first answer of prepare-connect. */
export async function firstPrepare(session: Session): Promise<PreparedConnect> {
  return toPrepared(session, await askOnce(session, prepareCall(session)))
}

/** Names of members next to a code. */
const besideCode = /^(?:id$|name|adapter|type|status|message|instructions|expires|created|ttl)/i
/** A string that may be a code although its name suggests something else. An id names an object and is not a code. */
const isCodeOfAnyName = (text: string): boolean => /^(?![A-Za-z\d]{27}$)[\x21-\x7E]{20,}$/.test(text)
/** Names of members that may contain the code, or be next to it. */
const namedId = /(?:^|_)id$|Id$/i

/** Names of the code, the likeliest first. */
const namedForCode: readonly RegExp[] = [/^prepare_?state$/i, /^state_?code$/i, /^(?:state|code)$/i, /state|code/i]

/**
 * The values in an answer that may be the state code, whose name is not shown: a code in an address with prepare_state,
 * then members with a likely name, then the longest text. Times, addresses, phrases and single words do not count. A
 * string whose name suggests something else counts if it is the only one.
 */
export function stateCodes(json: unknown, pinned: unknown): readonly CandidateCode[] {
  const likely = rankCodes(json, pinned, (name) => !besideCode.test(name))
  return likely.length > 0 ? likely : rankCodes(json, pinned, (_name, text) => isCodeOfAnyName(text))
}

function rankCodes(
  json: unknown,
  pinned: unknown,
  isNamed: (name: string, text: string) => boolean,
): readonly CandidateCode[] {
  const found = candidateCodes(json).flatMap(({ path, text }) => {
    const code = codeInAddress(text)
    if (typeof pinned === 'string') return path.join('.') === pinned ? [{ path, text: code ?? text, rank: 0 }] : []
    if (code !== undefined) return [{ path, text: code, rank: 0 }]
    const name = path.findLast((member) => !/^\d+$/.test(member)) ?? ''
    const place = namedForCode.findIndex((pattern) => pattern.test(name))
    if (
      text.length < 4 ||
      isAddress(text) ||
      /\s|^\d{4}-\d\d-\d\dT/.test(text) ||
      (place < 0 && /^[a-z]{1,12}$/.test(text)) ||
      !isNamed(name, text)
    )
      return []
    return [
      {
        path,
        text,
        rank: namedId.test(name) ? namedForCode.length + 2 : place < 0 ? namedForCode.length + 1 : place + 1,
      },
    ]
  })
  return found.sort((left, right) => left.rank - right.rank || right.text.length - left.text.length)
}

/** The texts in an answer, and its whole numbers: a code may be a number. */
function candidateCodes(json: unknown): readonly CandidateCode[] {
  return collectTexts(
    JSON.parse(JSON.stringify(json ?? null), (_name, value: unknown) =>
      Number.isInteger(value) ? String(value) : value,
    ),
  )
}

const isAddress = (text: string): boolean => /^(?:https?:\/)?\//.test(text)

function codeInAddress(text: string): string | undefined {
  return isAddress(text) && URL.canParse(text, 'http://localhost')
    ? (new URL(text, 'http://localhost').searchParams.get('prepare_state') ?? undefined)
    : undefined
}
