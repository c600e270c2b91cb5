// Malformed ids (clause 2.1): 400 at every place that takes an id.
import {
  cursorParameters,
  type CursorParameter,
  type IdOperation,
  idOperations,
  findOperation,
} from '../../catalogue/operations.ts'
import { because, see, undeclared } from '../../conclusions/cause.ts'
import { blocked, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answerPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { isBare } from '../../reading/id-forms.ts'
import { type MalformedForm, malformedIds } from '../../reading/malformed-id-forms.ts'
import { missingDeclarations } from '../../target/declarations.ts'
import { operationEffect, needsOfPath } from '../documented-calls.ts'
import { writeMayBeOpen, servedBy } from '../documented-endpoints.ts'
import { type VariantResult, defineLaw, type Place } from '../law.ts'
import type { Condition } from '../traits.ts'
import { refusesCredentials } from '../legacy/legacy-answers.ts'
import { cursorPlaces, idNames, type IdPlace, otherCursorPlaces, pathPlaces } from './id-places.ts'

/** Places of ids that are usually read by the same code. */
interface MalformedPlace extends Place {
  readonly what: string
  readonly forms: readonly MalformedForm[]
  readonly ids: (session: Session) => Promise<readonly IdPlace[]>
}

const bareForms = malformedIds.filter(({ isPrefixed }) => !isPrefixed)
const prefixedForms = malformedIds.filter(({ isPrefixed }) => isPrefixed)

/** A check of some forms in the path of an operation. */
type PathCheck = readonly [id: string, forms: readonly MalformedForm[]]

const pathChecks: Readonly<Record<IdOperation, readonly PathCheck[]>> = {
  'products.list': [
    ['ids.malformed-path.catalog', bareForms],
    ['ids.malformed-prefixed.catalog', prefixedForms],
  ],
  'services.capabilities': [
    ['ids.malformed-path.adapter-connection', bareForms],
    ['ids.malformed-prefixed.adapter-connection', prefixedForms],
  ],
  'configurations.value': [
    ['ids.malformed-path.scope', bareForms],
    ['ids.malformed-prefixed.scope', prefixedForms],
  ],
  'services.invoke': [
    ['ids.malformed-path.written.command', bareForms],
    ['ids.malformed-prefixed.written.command', prefixedForms],
  ],
  'access-tokens.rename': [
    ['ids.malformed-path.written.renamed-token', bareForms],
    ['ids.malformed-prefixed.written.renamed-token', prefixedForms],
  ],
  'access-tokens.revoke': [
    ['ids.malformed-path.written.deleted-token', bareForms],
    ['ids.malformed-prefixed.written.deleted-token', prefixedForms],
  ],
  'groups.list': [['ids.malformed-legacy.project', malformedIds]],
  'groups.create': [['ids.malformed-legacy.written.new-group', malformedIds]],
  'events.list': [['ids.malformed-legacy.issue', malformedIds]],
}

function placesInPath(operation: IdOperation): readonly MalformedPlace[] {
  const { method, part } = findOperation(operation)
  return pathChecks[operation].map(([id, forms]) => ({
    id,
    what: idNames[operation],
    forms,
    effect: operationEffect(operation),
    needs: needsOfPath(operation),
    ...(method === 'GET' ? {} : { after: [servedBy[operation]], ...writeMayBeOpen(operation) }),
    ...(part === 'versioned' ? { after: ['versions.current.path'] } : {}),
    ...(part === 'legacy' ? { mayRepeat: true } : {}),
    ids: (session) => pathPlaces(session, operation),
  }))
}

const cursorChecks: Readonly<Record<CursorParameter, string>> = {
  starting_after: 'ids.malformed-cursor.starting-after',
  ending_before: 'ids.malformed-cursor.ending-before',
}

const cursorPlace = (parameter: CursorParameter): MalformedPlace => ({
  id: cursorChecks[parameter],
  what: parameter,
  forms: malformedIds,
  effect: 'read',
  needs: ['bearer', 'offer:versioned'],
  after: ['versions.current.path'],
  mayRepeat: true,
  ids: (session) => cursorPlaces(session, parameter),
})

/** The places that are probably read by separate code. */
const apart: readonly MalformedPlace[] = [...idOperations.flatMap(placesInPath), ...cursorParameters.map(cursorPlace)]

/** The cursors of the other lists, which are usually read by the same code: the usual forms are enough there. */
const otherCursors: MalformedPlace = {
  id: 'ids.malformed-cursor.lists',
  inQuickRun: 'never',
  what: 'a cursor of the environments and the resources, if they take cursors',
  forms: malformedIds.filter(({ isUsual }) => isUsual),
  effect: 'read',
  needs: ['bearer'],
  after: ['cursors.starting-after.pages', 'cursors.ending-before.pages'],
  mayRepeat: true,
  ids: async (session) => {
    const places = await otherCursorPlaces(session)
    if (places.length === 0)
      notApplicable(because.absent, phrase`no other list of clause 4.4 with three records takes cursors`)
    return places
  },
}

const everyPlace = [...apart, otherCursors]

/** The forms to send at a place. A quick run sends each form at one of the usable places, chosen by the seed. */
function formsToSend({ run }: Session, place: MalformedPlace): readonly MalformedForm[] {
  const askable = everyPlace.filter(
    ({ needs = [], effect }) =>
      missingDeclarations(needs, run.target).length === 0 && (effect === 'read' || run.allowWrites),
  )
  return place.forms.filter((form) => {
    const places = askable.filter(({ forms }) => forms.includes(form))
    return run.rotation.some(places, 1, malformedIds.indexOf(form)).includes(place)
  })
}

/**
 * The places that take a well-formed id, and why other places are left out.
 * @throws Conclusion if no place is left.
 */
async function usablePlaces(
  session: Session,
  place: MalformedPlace,
): Promise<{ readonly usable: readonly IdPlace[]; readonly skipped: readonly Phrase[] }> {
  const ids = await place.ids(session)
  // The samples are declared, so the run could not create the object of the id.
  if (ids.length === 0)
    notApplicable(
      undeclared('personalAccessTokens.scopes'),
      phrase`declare personalAccessTokens.scopes in the target file`,
    )
  const skipped: Phrase[] = []
  const taken: IdPlace[] = []
  const refused: Exchange[] = []
  for (const id of ids) {
    // A change to an id of another form could be well-formed.
    if (!isBare(id.id)) {
      skipped.push(phrase`${id.what}, as ${id.id} is not an id of 27 characters (see ids.grammar)`)
      continue
    }
    const control = await id.control()
    if (control.response.status < 300) taken.push(id)
    else {
      skipped.push(phrase`${id.what}, where a well-formed id got ${answerPhrase(control)}`)
      refused.push(control)
    }
  }
  if (taken.length > 0) return { usable: taken, skipped }
  const remark = phrase`not tried at ${{ list: skipped, between: '; ' }}`
  const cause = refused.length > 0 ? because.refused : see('ids.grammar')
  // Earlier checks showed that the write is accepted, so it has started to fail.
  if (place.effect === 'write' || (refused.length > 0 && refused.every(refusesCredentials)))
    insufficient(cause, remark, ...refused)
  return blocked(cause, remark, ...refused)
}

/** Judges the answer to a malformed id. */
async function judgeMalformed(exchange: Exchange, id: string, place: IdPlace): Promise<VariantResult> {
  if (exchange.response.status === 400) return 'kept'
  // If a prefix is required, an id without one may be refused before its form is examined.
  const bare = /^[a-z]{3}_/.test(id) ? undefined : await place.bare?.()
  if (bare && bare.response.status >= 400 && bare.response.status === exchange.response.status)
    return {
      cause: because.alike,
      remark: phrase`a well-formed id without a prefix is refused in the same way there (${answerPhrase(bare)})`,
      at: bare,
    }
  return { got: answerPhrase(exchange), fact: { kind: 'status', wanted: 400, at: exchange } }
}

/** A malformed id is refused with 400. */
export const malformedIdChecks: readonly DeclaredCheck[] = defineLaw({
  // A firewall may refuse some forms: each of the others is as good.
  mayBeHidden: true,
  places: everyPlace,
  description: ({ what }) => `Sends malformed ids as ${what}: 400, although the well-formed id was accepted.`,
  expected: phrase`400 for a malformed id`,
  variants: async (session, place) => {
    const { usable: places, skipped } = await usablePlaces(session, place)
    const forms = formsToSend(session, place)
    const variants = places.flatMap((idPlace) =>
      forms.map((form) => ({
        what: phrase`${form.what} as ${idPlace.what}`,
        traits: { group: form.group, place: `as ${idPlace.what}`, form: `with ${form.what}` },
        // Each form is sent once at a place.
        wordsUnder: ({ names, holds }: Condition) => (names.includes('form') ? { condition: phrase`${holds}` } : {}),
        ask: async () => {
          const id = form.make(idPlace.id, idPlace.prefix)
          return await judgeMalformed(await session.send(idPlace.call(id)), id, idPlace)
        },
      })),
    )
    return { variants, skipped }
  },
})
