import { fail, type Failure, unlessConcluded } from '../../conclusions/conclusion.ts'
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { ActiveCheck, DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { tryBearer } from '../tokens/token.ts'
import { eachAtOnce } from '../each-at-once.ts'
import { contrast, type Neighbour } from '../similar.ts'
import { alterText, type ChangedCharacters, charactersAround, type NearMiss, nearMisses } from '../near-misses.ts'
import { credentialsForm, granted, isIssued, postToken, refreshForm, type TokenForm } from './oauth-tokens.ts'
import { type OtherName, otherValues } from './other-values.ts'

/** A form that must not get a token: a good one with something wrong or missing. */
interface WrongForm {
  readonly form: TokenForm
  readonly what: Phrase
  /** The secret that is nearly right. */
  readonly nearly?: Pick<NearMiss, 'change' | 'place'> & { readonly member: SecretMember }
  /** Undefined if no credential is wrong. */
  readonly wrong?: 'client' | 'refreshToken'
}

type SecretMember = 'client_secret' | 'refresh_token'

const secrets = {
  client_secret: { name: 'client_secret', what: 'a client_secret', wrong: 'client' },
  refresh_token: { name: 'refresh token', what: 'a refresh token', wrong: 'refreshToken' },
} as const

/** A good form with near misses of a member, the most revealing first. */
function nearMissForms(
  session: Session,
  good: TokenForm,
  member: SecretMember,
): readonly (WrongForm & { isUsual: boolean })[] {
  const { what, wrong } = secrets[member]
  return nearMisses(session, good[member]!).map(({ text, change, isUsual, place }) => ({
    form: { ...good, [member]: text },
    what: phrase`${what} ${change}`,
    nearly: { member, change, place },
    wrong,
    isUsual,
  }))
}

/** A good form with other values of the run for a member. */
async function wrongMemberForms(
  session: Session,
  good: TokenForm,
  member: SecretMember,
  names: readonly OtherName[],
): Promise<readonly WrongForm[]> {
  const { what, wrong } = secrets[member]
  return (await otherValues(session, names, good[member])).map(([name, value]) => ({
    form: { ...good, [member]: value },
    what: phrase`${name} in place of ${what}`,
    wrong,
  }))
}

/** Good forms with some members of the client changed; undefined omits a member. */
function changedForms(
  good: TokenForm,
  ...changed: readonly Readonly<Record<string, string | undefined>>[]
): readonly WrongForm[] {
  const request = good['refresh_token'] === undefined ? 'a request' : 'a refresh'
  return changed.map((changes) => {
    const members = Object.entries({ ...good, ...changes }).filter(([, value]) => value !== undefined)
    const list = Object.entries(changes).map(([member, value]) => {
      if (value === undefined) return `without ${member}`
      return value === '' ? `with an empty ${member}` : `with a wrong ${member}`
    })
    const what = phrase`${request} ${{ list, between: ' and ' }}`
    return { form: Object.fromEntries(members) as TokenForm, what, wrong: 'client' }
  })
}

/** A check that wrong forms get no token. */
interface WrongFormsCheck extends Pick<ActiveCheck, 'id' | 'description' | 'after' | 'wrongCredentials' | 'decidedBy'> {
  /** The good form that the wrong ones differ from. */
  readonly good: (session: Session) => TokenForm | Promise<TokenForm>
  readonly forms: (session: Session, good: TokenForm) => readonly WrongForm[] | Promise<readonly WrongForm[]>
}

const wrongFormsChecks: readonly WrongFormsCheck[] = [
  {
    id: 'oauth.secret-verified.wrong-secret',
    after: ['oauth.client-credentials.token'],
    wrongCredentials: { gentle: 1, quick: 1 },
    description:
      'Sends the same request with one character of client_secret changed: one letter in the other case if that may matter, or else the last one. No token is issued.',
    good: credentialsForm,
    forms: (session, good) => nearMissForms(session, good, 'client_secret').slice(0, 1),
  },
  {
    id: 'oauth.secret-verified.near-misses',
    after: ['oauth.client-credentials.token'],
    decidedBy: 'oauth.secret-verified.wrong-secret',
    wrongCredentials: { gentle: 0, quick: 1, full: 16 },
    description:
      'Sends the same request with a client_secret that has one character changed at the start, in the middle or at the end, or characters added or removed, and with client_id and tokens in its place. No token is issued.',
    good: credentialsForm,
    forms: async (session, good) => {
      const others = ['client_id', 'an access token', 'a refresh token', 'the Bearer token'] as const
      const every = [
        ...nearMissForms(session, good, 'client_secret').slice(1),
        ...(await wrongMemberForms(session, good, 'client_secret', others)),
      ]
      return session.run.rotation.some(every, 1, 2)
    },
  },
  {
    id: 'oauth.secret-verified.wrong-client',
    after: ['oauth.client-credentials.token'],
    decidedBy: 'oauth.secret-verified.wrong-secret',
    wrongCredentials: { gentle: 0, quick: 1, full: 4 },
    description:
      'Sends the same request without client_secret, with an empty one, without client_id, and with the last character of client_id changed: no token is issued.',
    good: credentialsForm,
    forms: (session, good) =>
      session.run.rotation.some(
        changedForms(
          good,
          { client_secret: undefined },
          { client_secret: '' },
          { client_id: undefined },
          { client_id: alterText(session, good['client_id']!) },
        ),
        1,
      ),
  },
  {
    id: 'oauth.refresh-secret-verified.wrong-secret',
    after: ['oauth.refresh.token'],
    wrongCredentials: { gentle: 1, quick: 2, full: 16 },
    description:
      'Refreshes with a new refresh token and one character of client_secret changed, or more of them, as at the token endpoint; with another client_id; and with either or both missing or empty. No token is issued.',
    good: refreshForm,
    forms: (session, good) => {
      const { gentle, rotation } = session.run
      const [telling, ...rest] = nearMissForms(session, good, 'client_secret')
      if (gentle) return [telling!]
      // The likeliest mistakes first.
      const clients = changedForms(
        good,
        { client_secret: undefined },
        { client_id: undefined, client_secret: undefined },
        { client_id: alterText(session, good['client_id']!) },
        { client_id: undefined },
        { client_secret: '' },
        { client_id: '' },
        { client_id: '', client_secret: '' },
      )
      return [telling!, ...rotation.some([...rest.filter(({ isUsual }) => isUsual), ...clients], 1)]
    },
  },
  {
    id: 'oauth.refresh-verified.made-up',
    after: ['oauth.refresh.token'],
    wrongCredentials: { gentle: 1, quick: 2, full: 25 },
    description:
      'Refreshes with one character of a refresh token changed: one letter in the other case if that may matter, or else the last one; then one at the start, in the middle or at the end, and with characters added or removed. No token is issued.',
    good: refreshForm,
    forms: (session, good) => {
      const [telling, ...rest] = nearMissForms(session, good, 'refresh_token')
      return [telling!, ...(session.run.gentle ? [] : session.run.rotation.some(rest, 1, 3))]
    },
  },
  {
    id: 'oauth.refresh-verified.none',
    after: ['oauth.refresh-verified.made-up'],
    wrongCredentials: { gentle: 0, quick: 1, full: 4 },
    description:
      'Refreshes without refresh_token and with an empty one, and with access tokens, client_secret and the Bearer token in its place: no token is issued.',
    good: (session) => ({ ...credentialsForm(session), grant_type: 'refresh_token' }),
    forms: async (session, good) => {
      const missing: WrongForm = { form: good, what: phrase`a refresh without refresh_token` }
      if (session.run.gentle) return [missing]
      const { accessToken, refreshToken } = await granted(session)
      const names = ['an access token', 'a refreshed access token', 'client_secret', 'the Bearer token'] as const
      const others =
        // Both may be the same text.
        accessToken === refreshToken
          ? []
          : await wrongMemberForms(session, { ...good, refresh_token: String(refreshToken) }, 'refresh_token', names)
      const empty: WrongForm = {
        form: { ...good, refresh_token: '' },
        what: phrase`a refresh with an empty refresh_token`,
      }
      return [missing, ...session.run.rotation.some([empty, ...others], 1)]
    },
  },
]

/** 0 if both or neither has a secret that is nearly right. */
const isUnlike = ({ nearly }: WrongForm, other: WrongForm): number =>
  Number((nearly === undefined) !== (other.nearly === undefined))

/** Returns true if only the case of the client_secret is wrong. */
const isOtherCase = ({ form }: WrongForm, good: TokenForm): boolean =>
  form['client_secret']?.toLowerCase() === good['client_secret']?.toLowerCase()

/** The failure of a form that gets a token; undefined if it gets none. */
async function findFailure(session: Session, { form, what, wrong }: WrongForm): Promise<Failure | undefined> {
  const { exchange, accessToken, beside } = await postToken(session, form, { wrong })
  const failure: Failure = {
    expected: phrase`no access_token for ${what}`,
    got: phrase`${exchange.response.status} with an access_token`,
    fact: { kind: 'token', at: exchange },
    symptom: phrase`a token is issued for ${what}`,
  }
  if (isIssued(accessToken)) return failure
  // A refusal may repeat a value of the request, or show an example. Only a working token counts.
  const isWorking =
    typeof beside === 'string' && beside !== '' && (await tryBearer(session, beside)).verdict === 'accepted'
  return isWorking ? { ...failure, got: phrase`${failure.got} that works` } : undefined
}

/** The most refused forms of each kind that are sent with a new refresh token to explain a failure. */
const mostAnew = 2

/**
 * Sends wrong forms. If the refresh token of the good form does not work afterwards, the first wrong form may have
 * ended it, and the later answers show nothing: each of the later forms is then sent with a new refresh token.
 */
async function assertNoTokens(
  session: Session,
  { good: goodOf, forms: formsOf }: Pick<WrongFormsCheck, 'good' | 'forms'>,
): Promise<void> {
  const good = await goodOf(session)
  const forms = await formsOf(session, good)
  const isRefresh = goodOf === refreshForm
  const failures = new Map<WrongForm, Failure>()
  const refused: WrongForm[] = []
  const ask = async (form: WrongForm, asked = form) => {
    const failure = await findFailure(session, form)
    if (failure) failures.set(asked, failure)
    else refused.push(asked)
  }
  /** Sends a form with a new refresh token. */
  const askAnew = async (asked: WrongForm) => {
    const anew = await formsOf(session, await refreshForm(session))
    const place = forms.filter(({ nearly }) => !nearly).indexOf(asked)
    // Another refresh token may have other near misses.
    const form = asked.nearly
      ? anew.find(({ nearly }) => nearly?.change === asked.nearly!.change)
      : anew.filter(({ nearly }) => !nearly)[place]
    if (form) await ask(form, asked)
  }
  /** Keeps refused forms if their refresh token still works, or else sends a few of them with new ones. */
  const askOthers = async (others: readonly WrongForm[]) => {
    if (isIssued((await session.run.tokens.asking(() => postToken(session, good))).accessToken)) refused.push(...others)
    else {
      const [near, further] = [true, false].map((is) => others.filter(({ nearly }) => (nearly !== undefined) === is))
      await eachAtOnce([...near!.slice(0, mostAnew), ...further!.slice(0, mostAnew)], askAnew, 1)
    }
  }
  const failFirst = async (isEachAnew = false) => {
    if (failures.size === 0) return
    // The accepted form may have ended the refresh token of the others, whose answers then show nothing.
    if (isRefresh && !isEachAnew) {
      const others = refused.splice(0)
      if (!session.run.gentle) await unlessConcluded(askOthers(others))
    }
    const [first, ...others] = forms.filter((form) => failures.has(form)) as [WrongForm, ...WrongForm[]]
    const { gentle, quick } = session.run
    const around =
      gentle || quick ? undefined : await unlessConcluded(aroundChanges(session, goodOf, [first, ...others]))
    const isOnly = first.nearly !== undefined && others.length === 0 && refused.length > 0
    fail({
      ...failures.get(first)!,
      ...contrast([
        ...others.map(({ what }): Neighbour => [what, false]),
        ...(around?.neighbours ?? []),
        ...refused
          .toSorted((left, right) => isUnlike(left, first) - isUnlike(right, first))
          .map(({ what }): Neighbour => [what, true]),
      ]),
      ...(around?.ignored && {
        symptom: phrase`a token is issued for a wrong client_secret: ${around.ignored}`,
      }),
      remedy:
        around && !around.ignored && isOtherCase(first, good)
          ? phrase`Compare also the case of client_secret.`
          : isOnly || around?.ignored
            ? phrase`Compare the whole ${secrets[first.nearly?.member ?? 'client_secret'].name}.`
            : undefined,
    })
  }
  // The turnstile queues requests with wrong credentials.
  await eachAtOnce(forms, (form) => ask(form), forms.length).finally(() => failFirst())
  if (!isRefresh || forms.length === 1) return
  const control = await session.run.tokens.asking(() => postToken(session, good))
  if (isIssued(control.accessToken)) return
  refused.splice(1)
  for (const form of forms.slice(1)) {
    await askAnew(form)
    await failFirst(true)
  }
}

/** The characters of a secret that are compared and those that are not, if changes of single characters are accepted. */
async function aroundChanges(
  session: Session,
  goodOf: WrongFormsCheck['good'],
  accepted: readonly WrongForm[],
): Promise<ChangedCharacters | undefined> {
  const nearly = accepted.map((form) => form.nearly).find((each) => each?.place !== undefined)
  if (nearly?.member !== 'client_secret') return undefined
  return await charactersAround(session, credentialsForm(session).client_secret!, nearly.place!, async (text) => {
    const { accessToken } = await postToken(
      session,
      { ...(await goodOf(session)), client_secret: text },
      { wrong: 'client' },
    )
    return isIssued(accessToken)
  })
}

/** Forms with something wrong or missing (clauses 4.1 and 5.2). */
export const wrongFormChecks: readonly DeclaredCheck[] = wrongFormsChecks.map(({ good, forms, ...check }) => ({
  ...check,
  effect: good === credentialsForm ? 'read' : 'write',
  needs: ['oauth'],
  run: (session) => assertNoTokens(session, { good, forms }),
}))
