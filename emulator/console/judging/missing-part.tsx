import type { ComponentChildren, VNode } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { focusMain } from '../kit/focus-main.ts'
import { ViewHead } from '../kit/components.tsx'

interface MissingPartProps {
  readonly title: string
  readonly children: ComponentChildren
}

/** Stands in a view's place where the emulator is served without what the view uses. */
export function MissingPart({ title, children }: MissingPartProps): VNode {
  // It takes the place of a form, in which a person at a keyboard may be already.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) focusMain()
  }, [])
  return (
    <>
      <ViewHead title={title} />
      <p class="card">{children}</p>
    </>
  )
}
