// Buttons: plain ones, and buttons that copy, confirm, save a file or open one.
import type { ButtonHTMLAttributes, ComponentChildren, VNode } from 'preact'
import { useId, useState } from 'preact/hooks'
import { useConsoleState } from '../state/console-state.ts'
import { askFile, type ControlRequest, type Problem } from '../state/control.ts'
import { ProblemNote } from './loaded.tsx'

/** A button that does not submit a form. */
export function Button(props: ButtonHTMLAttributes<HTMLButtonElement>): VNode {
  return <button type="button" {...props} />
}

/** A button that copies a text. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }): VNode {
  const { said } = useConsoleState()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      said.value = 'Copied.'
    } catch {
      said.value = 'The browser does not let this page copy. Select the text instead.'
    }
  }
  return (
    <Button class="small" onClick={() => void copy()}>
      {label}
    </Button>
  )
}

interface SureButtonProps {
  readonly label: string
  readonly sure: string
  readonly onSure: () => unknown
}

/** A button that asks for confirmation before an action that cannot be undone. */
export function SureButton({ label, sure, onSure }: SureButtonProps): VNode {
  const [isAsked, setAsked] = useState(false)
  const click = () => {
    setAsked(!isAsked)
    if (isAsked) void onSure()
  }
  return (
    <Button class={isAsked ? 'danger' : ''} onBlur={() => setAsked(false)} onClick={click}>
      {isAsked ? sure : label}
    </Button>
  )
}

interface SaveButtonProps {
  /** The place of the file in the control API. A link could not send the control token. */
  readonly path: string
  readonly query?: ControlRequest['query']
  /** The name of the saved file. */
  readonly file: string
  /** The message about the saved file. */
  readonly hint?: string
  readonly class?: string
  readonly title?: string
  readonly children: ComponentChildren
}

/** A button that saves an answer of the control API. */
export function SaveButton({ path, query = {}, file, hint = '', children, ...button }: SaveButtonProps): VNode {
  const consoleState = useConsoleState()
  const [problem, setProblem] = useState<Problem | undefined>(undefined)
  const save = async () => {
    const outcome = await askFile(consoleState, path, { query })
    setProblem(outcome.ok ? undefined : outcome.problem)
    if (!outcome.ok) return
    const href = URL.createObjectURL(outcome.value)
    Object.assign(document.createElement('a'), { href, download: file }).click()
    setTimeout(() => URL.revokeObjectURL(href), 10_000)
    consoleState.said.value = `Saved ${file}. ${hint}`
  }
  return (
    <>
      <Button {...button} onClick={() => void save()}>
        {children}
      </Button>
      <ProblemNote problem={problem} />
    </>
  )
}

interface FileButtonProps {
  readonly accept: string
  readonly onFile: (file: File) => unknown
  readonly children: ComponentChildren
}

/** A button that opens a file. */
export function FileButton({ accept, onFile, children }: FileButtonProps): VNode {
  const id = useId()
  const take = (input: HTMLInputElement) => {
    const file = input.files?.[0]
    if (file) void onFile(file)
    // Allows choosing the same file again.
    input.value = ''
  }
  return (
    <>
      <label class="button" for={id}>
        {children}
      </label>
      <input id={id} class="beside" type="file" accept={accept} onChange={(event) => take(event.currentTarget)} />
    </>
  )
}
