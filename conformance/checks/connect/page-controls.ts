// Finds the consent controls of a page by their names.
import type { BrowserControl, BrowserView } from '../../send/web-browser.ts'

/** Beginnings of the names of consent controls, in the most common languages of consent pages. */
const agreeing = beginningPattern(`
  approve allow authorize authorise accept agree connect continue confirm grant yes proceed install enable next ok
  genehmigen erlauben zulassen zustimmen akzeptieren verbinden weiter bestätigen
  autoriser accepter approuver connecter continuer confirmer
  autorizar permitir aceptar aprobar conectar continuar confirmar aceitar aprovar
  autorizza consenti accetta approva collega continua conferma
  toestaan akkoord goedkeuren doorgaan godkänn tillåt anslut hyväksy salli yhdistä zezwól akceptuj połącz dalej
  разрешить принять подключить продолжить 允许 授权 同意 连接 继续 許可 承認 接続 続行 허용 승인 연결 계속
`)
/** Words that make it a refusal or a postponement. */
const refusing = /\b(?:without|not|don['’]t|later|deny|cancel|decline|reject|disconnect)\b|\bnicht\b|\bohne\b/iu
/** Beginnings of the names of buttons on a page with nothing left to do. */
const closing = beginningPattern(`
  close done finish back return go home sign.out log.?out copy menu settings help theme search
  schließen fertig zurück fermer terminer retour cerrar volver
`)

/** The maximum number of words in the name of a consent link. */
const mostWords = 3

/**
 * The control to press: the pinned one, or a consent button, or on the first page a consent link. A result page may
 * have links that continue elsewhere.
 */
export function chooseControl(
  { controls }: BrowserView,
  pinned: string | undefined,
  isFirst: boolean,
): number | undefined {
  const agrees = ({ name }: BrowserControl) => agreeing.test(name.replace(/^I /, '')) && !refusing.test(name)
  const isLink = (control: BrowserControl) => control.kind === 'link' && control.name.split(' ').length <= mostWords
  const ways: readonly ((control: BrowserControl) => boolean)[] =
    pinned === undefined
      ? [
          (control) => control.kind === 'button' && agrees(control),
          (control) => isFirst && isLink(control) && agrees(control),
        ]
      : [({ name }) => name === pinned]
  return ways.map((isIt) => controls.findIndex(isIt)).find((index) => index >= 0)
}

/** The buttons of a page that may leave something to do. */
export function openButtons({ controls }: BrowserView): readonly BrowserControl[] {
  return controls.filter(({ kind, name }) => kind === 'button' && !closing.test(name))
}

/** Matches names that begin with one of the words. */
function beginningPattern(words: string): RegExp {
  return new RegExp(`^(?:${words.trim().split(/\s+/).join('|')})(?![\\p{sc=Latin}\\p{sc=Cyrillic}])`, 'iu')
}
