// The pane beside a list, with the opened request, record, result or operation.
import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { focusMain } from './focus-main.ts'

interface DetailPaneProps {
  readonly label: string
  readonly onClose: () => void
  /** The part that stays in sight while the rest scrolls. */
  readonly head?: ComponentChildren
  readonly children: ComponentChildren
}

/** Shows one thing of a list until Close or Escape. Then a keyboard goes on from the list, or else from the view. */
export function DetailPane({ label, onClose, head, children }: DetailPaneProps): VNode {
  const pane = useRef<HTMLElement>(null)
  const grid = () => pane.current?.parentElement?.querySelector<HTMLElement>('[role="grid"]')
  const isHidden = (element: HTMLElement) => element.clientHeight === 0
  useEffect(() => {
    const table = grid()
    // Where the page is narrow, the pane takes the place of the table, which had the focus.
    // The element with the focus may be gone with the pane before this one.
    if ((table && isHidden(table)) || document.activeElement === document.body) pane.current?.focus()
  }, [])
  const close = () => {
    const table = grid()
    if (!table) focusMain()
    else if (isHidden(table)) requestAnimationFrame(() => table.focus())
    else table.focus()
    onClose()
  }
  return (
    <section
      class="pane card"
      aria-label={label}
      tabIndex={-1}
      ref={pane}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        close()
      }}
    >
      <div class={head ? 'pane-head' : 'pane-head bare'}>
        <button type="button" class="small close" data-closes onClick={close}>
          Close
        </button>
        {head}
      </div>
      {children}
    </section>
  )
}
