// Small pieces that views are made of.
import type { ComponentChildren, VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Problem } from '../state/control.ts'
import { useConsoleState } from '../state/console-state.ts'
import { JsonView } from './json-view.tsx'

/** A number of things in words, such as `1 record` or `1,200 records`. */
export function counted(count: number, thing: string): string {
  return `${count.toLocaleString('en')} ${thing}${count === 1 ? '' : 's'}`
}

/** The beginning of a text, with a mark where it goes on. */
export function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** Says that an answer has not come yet, so that nothing is taken for empty. */
export function Waiting({
  asked,
}: {
  readonly asked: { readonly value: unknown; readonly problem: Problem | undefined }
}): VNode | null {
  if (asked.value !== undefined || asked.problem) return null
  return <p class="muted waiting">Loading …</p>
}

/** Shows why something did not work. */
export function ProblemNote({ problem }: { readonly problem: Problem | undefined }): VNode | null {
  if (!problem) return null
  return (
    <div class="problem" role="alert">
      <p>{problem.message}</p>
      {problem.details.length > 0 && (
        <ul>
          {problem.details.map(({ at, message }) => (
            <li key={at}>
              <code>{at}</code> {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** A button that copies a text. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }): VNode {
  const consoleState = useConsoleState()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      consoleState.said.value = 'Copied.'
    } catch {
      consoleState.said.value = 'The browser does not let this page copy. Select the text instead.'
    }
  }
  return (
    <button type="button" class="small" onClick={() => void copy()}>
      {label}
    </button>
  )
}

/** Shows a text or a JSON value as it is, with a button that copies it. */
export function Code({
  value,
  label,
  short = label,
}: {
  readonly value: unknown
  readonly label: string
  /** The label where a heading above says the rest. */
  readonly short?: string
}): VNode {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
  return (
    <figure class="code">
      <figcaption>
        {short} <CopyButton text={text} />
      </figcaption>
      {typeof value === 'object' && value !== null ? (
        <div class="json" role="region" tabIndex={0} aria-label={label}>
          <JsonView value={value} />
        </div>
      ) : (
        <pre tabIndex={0} aria-label={label}>
          <bdi>{text}</bdi>
        </pre>
      )}
    </figure>
  )
}

/** A name that anybody may have chosen: it is cut where it is too long, and keeps its direction to itself. */
export function Name({ text }: { readonly text: string }): VNode {
  return (
    <bdi class="name" title={text.length > 40 ? text.slice(0, 1000) : undefined}>
      {cut(text, 300)}
    </bdi>
  )
}

/** A labelled input of a form, with what is wrong with its value. */
export function Field({
  label,
  fault,
  children,
}: {
  readonly label: string
  readonly fault?: string | undefined
  readonly children: ComponentChildren
}): VNode {
  return (
    <label class="field">
      <span>{label}</span>
      {children}
      {fault !== undefined && (
        <span class="fault" role="alert">
          {fault}
        </span>
      )}
    </label>
  )
}

/** A button that asks once more before it does what cannot be undone. */
export function SureButton({
  label,
  sure,
  onSure,
}: {
  readonly label: string
  readonly sure: string
  readonly onSure: () => void
}): VNode {
  const [asked, setAsked] = useState(false)
  return (
    <button
      type="button"
      class={asked ? 'danger' : ''}
      onBlur={() => setAsked(false)}
      onClick={() => {
        setAsked(!asked)
        if (asked) onSure()
      }}
    >
      {asked ? sure : label}
    </button>
  )
}

/** The head of a view: its title and what can be done with all of it. */
export function ViewHead({
  title,
  children,
}: {
  readonly title: string
  readonly children?: ComponentChildren
}): VNode {
  return (
    <header class="view-head">
      <h1>{title}</h1>
      <div class="actions">{children}</div>
    </header>
  )
}

/** A field that finds by a text, which the address keeps. */
export function SearchField(): VNode {
  const consoleState = useConsoleState()
  return (
    <Field label="Find">
      <input
        type="search"
        value={consoleState.route.value.settings.get('search') ?? ''}
        spellcheck={false}
        onInput={(event) => consoleState.set({ search: event.currentTarget.value })}
      />
    </Field>
  )
}
