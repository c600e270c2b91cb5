import { unseen } from '../wording/escaping/unseen.ts'
import { isBare, isPrefixed } from '../reading/id-forms.ts'
import type { Redactor } from '../judge/redaction/redact.ts'
import type { Answers } from './answers.ts'
import { type LearnedCollection, collectRecords } from './record-forms.ts'

/** Real records of a service, for a twin whose user asks for them. */
export interface RecordSamples {
  /** Some records of each collection, in the order of the service. */
  readonly records: Readonly<Partial<Record<LearnedCollection, readonly Members[]>>>
  /** The members that were left out, such as `projects.dsn`, because they have or may have secrets. Sorted. */
  readonly withheld: readonly string[]
}

type Members = Readonly<Record<string, unknown>>

const mostText = 1000
const mostItems = 100
const mostMembers = 200
const mostLevels = 8

/** Words in the names of members that are or may be secrets. */
const secretNames: readonly RegExp[] = [
  /secret|token|passw|pwd|private|credential|auth(?!or)|cookie|session|signature/i,
  /dsn|bearer|jwt|otp|salt|nonce|hash/i,
  /api_?key|(?:^|_)keys?$|(?<=[a-z\d])Keys?$/,
]

/** Texts that have the form of a secret. */
const secretTexts: readonly RegExp[] = [
  // An address with a user, such as a DSN.
  /[a-z][a-z\d+.-]*:\/\/[^\s/?#]*@/i,
  // A JSON Web Token, a PEM key, an Authorization header.
  /eyJ[\w-]{5,}\.[\w-]+/,
  /-----BEGIN /,
  /\b(?:bearer|basic|dsn)\s+[\w+/=.~-]{8,}/i,
  // A secret in a query.
  /[?&;][^=&\s]*(?:token|secret|key|signature|password|auth|sig)[^=&\s]*=/i,
  // Common prefixes of keys.
  /\b(?:sk|pk|rk|ghp|gho|ghs|ghu|glpat|xox[abprs]|npm|pat|whsec|shp(?:at|ss))[-_][\w-]{8,}/i,
  /\b(?:AKIA|ASIA)[\dA-Z]{12,}/,
]

/** A long word of letters and digits without blanks, which was probably generated. */
const drawnWord = /[\w+/=~.-]{20,}/g
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const idName = /(?:^|_)ids?$|(?<=[a-z\d])Ids?$|^u?uid$|^guid$/

/** The first records of each collection, without secrets and personal access tokens. */
export function collectRecordSamples(answers: Answers, redactor: Redactor, most: number): RecordSamples {
  const withheld = new Set<string>()
  const collections = Object.entries(collectRecords(answers)) as [LearnedCollection, readonly Members[]][]
  const records = collections.flatMap(([collection, found]) => {
    if (collection === 'access_tokens') return []
    const audit = new Audit(redactor, (path) => withheld.add(`${collection}.${path}`))
    return [[collection, found.slice(0, most).map((record) => audit.members(record, '', 0))] as const]
  })
  return { records: Object.fromEntries(records), withheld: [...withheld].toSorted() }
}

/** Removes from records anything that must not be written to a file. */
class Audit {
  readonly #redactor: Redactor
  readonly #withhold: (path: string) => void

  constructor(redactor: Redactor, withhold: (path: string) => void) {
    this.#redactor = redactor
    this.#withhold = withhold
  }

  members(record: Members, path: string, level: number): Members {
    const kept = Object.entries(record)
      .slice(0, mostMembers)
      .flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
        const at = path === '' ? name : `${path}.${name}`
        // Names are printed and written unchanged, so they must be harmless.
        if (name === '__proto__' || name.length > 100 || this.#isSecret(name) || name.replaceAll(unseen, '') !== name)
          return []
        if (isSecretMember(name, value) || this.#hasSecret(name, value)) {
          this.#withhold(at)
          return []
        }
        const made = this.#value(value, name, at, level + 1)
        return made === undefined ? [] : [[name, made]]
      })
    return Object.fromEntries(kept)
  }

  /** A value without secrets; undefined for one that nests too deep. */
  #value(value: unknown, name: string, path: string, level: number): unknown {
    if (typeof value === 'string') return value.replaceAll(unseen, ' ').slice(0, mostText)
    if (typeof value !== 'object' || value === null) return value
    if (level > mostLevels) return undefined
    if (!Array.isArray(value)) return this.members(value as Members, path, level)
    return value.slice(0, mostItems).flatMap((item: unknown) => {
      if (this.#hasSecret(name, item)) {
        this.#withhold(path)
        return []
      }
      const made = this.#value(item, name, path, level + 1)
      return made === undefined ? [] : [made]
    })
  }

  #hasSecret(name: string, value: unknown): boolean {
    return typeof value === 'string' && (this.#isSecret(value) || looksSecret(name, value))
  }

  #isSecret(text: string): boolean {
    return this.#redactor.text(text) !== text
  }
}

/** A count, a time or a flag is not a secret, whatever its name. */
function isSecretMember(name: string, value: unknown): boolean {
  if (typeof value === 'boolean' || typeof value === 'number' || value === null || value === '') return false
  return secretNames.some((form) => form.test(name))
}

function looksSecret(name: string, text: string): boolean {
  const seen = text.slice(0, mostText)
  if (secretTexts.some((form) => form.test(seen))) return true
  if (idName.test(name) && (isBare(text) || isPrefixed(text) || uuid.test(text) || /^\d+$/.test(text))) return false
  const words = seen.replaceAll(/https?:\/\/[\w.:-]+(?=\/|$)/g, '').match(drawnWord) ?? []
  return words.some(isDrawn)
}

/** Returns true for a word whose letters and digits look random, unlike a name, a number or a time. */
function isDrawn(word: string): boolean {
  const changes = word.match(/\d(?=[a-z])|[a-z](?=\d)/gi)?.length ?? 0
  const cases = word.match(/[a-z](?=[A-Z])/g)?.length ?? 0
  return /\d/.test(word) && changes + cases >= 4
}
