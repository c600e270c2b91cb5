// Keys that work wherever the focus is, and the dialog that lists them.
import type { VNode } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Facts } from '../kit/lists.tsx'

/** Every keyboard shortcut and its action. */
const keys: readonly (readonly [key: string, does: string])[] = [
  ['/', 'Go to the search of the view'],
  ['j', 'Go to the next row; if a row is open, open it'],
  ['k', 'Go to the previous row; if a row is open, open it'],
  ['Enter', 'Open the row'],
  ['r', 'Send the opened request again'],
  ['e', 'Edit the opened request'],
  ['f', 'Go to the faults that answer the next such request'],
  ['Escape', 'Close what is open'],
  ['?', 'Show these keys'],
]

const queryElement = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector)

/** Returns true if a key is typed into a text field. */
function isWriting({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select')
}

/** Goes from row to row. The table itself knows which is next. */
function stepRow(key: string): void {
  const grid = queryElement('main [role=grid]')
  grid?.dispatchEvent(new KeyboardEvent('keydown', { key }))
}

/** Listens to the keys of the whole page. */
export function Keys(): VNode {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before the page is painted: a quick user must not lose a key.
  useLayoutEffect(() => {
    const acts: Readonly<Record<string, () => void>> = {
      '/': () => queryElement('main input[type=search]')?.focus(),
      j: () => stepRow('j'),
      k: () => stepRow('k'),
      '?': () => dialog.current?.showModal(),
      r: () => queryElement('main [data-key=r]')?.click(),
      e: () => queryElement('main [data-key=e]')?.click(),
      f: () => queryElement('main [data-key=f]')?.focus(),
      Escape: () => queryElement('main [data-closes]')?.click(),
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const act = acts[event.key]
      const isOther = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented
      if (!act || isOther || isWriting(event) || queryElement('dialog[open]')) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <dialog ref={dialog} class="keys card" aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <Facts facts={keys.map(([key, does]) => [<kbd>{key}</kbd>, does])} />
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  )
}
