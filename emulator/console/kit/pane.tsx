// A list, and a pane next to it with the opened item.
import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from './buttons.tsx'

/** Moves the focus to the view if the focused element is about to disappear, so that keyboard users continue there. */
export function focusMain(): void {
  document.getElementById('main')?.focus()
}

/** A list, with the pane next to it if there is one. */
export function Split({
  pane,
  children,
}: {
  readonly pane: ComponentChildren
  readonly children: ComponentChildren
}): VNode {
  return (
    <div class={pane ? 'split two' : 'split'}>
      {children}
      {pane}
    </div>
  )
}

interface PaneProps {
  readonly label: string
  readonly onClose: () => void
  /** The part that stays in sight while the rest scrolls. */
  readonly head: ComponentChildren
  readonly children: ComponentChildren
}

/** Shows the details of an item until Close or Escape. The focus then returns to the list, or else to the view. */
export function Pane({ label, onClose, head, children }: PaneProps): VNode {
  const pane = useRef<HTMLElement>(null)
  const grid = () => pane.current?.parentElement?.querySelector<HTMLElement>('[role="grid"]')
  const isHidden = (element: HTMLElement) => element.clientHeight === 0
  useEffect(() => {
    const table = grid()
    // On a narrow page, the pane replaces the table, which had the focus. The focused element may have disappeared with
    // the previous pane.
    if ((table && isHidden(table)) || document.activeElement === document.body) pane.current?.focus()
  }, [])
  const close = () => {
    const table = grid()
    if (!table) focusMain()
    else if (isHidden(table)) requestAnimationFrame(() => table.focus())
    else table.focus()
    onClose()
  }
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    close()
  }
  return (
    <section class="pane card" aria-label={label} tabIndex={-1} ref={pane} onKeyDown={closeByKey}>
      <div class="pane-head">
        <Button class="small close" data-closes onClick={close}>
          Close
        </Button>
        {head}
      </div>
      {children}
    </section>
  )
}
