// Keeps what is written in the named fields of a form, until it is sent or discarded.
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useConsoleState } from '../state/console-state.ts'

type NamedField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type Texts = Readonly<Record<string, string>>

const isField = (element: Element): element is NamedField =>
  element.matches('input, select, textarea') && (element as NamedField).name !== ''

const isSecret = (field: NamedField): boolean => field.type === 'password'

function textOf(field: NamedField): string | undefined {
  if (field instanceof HTMLInputElement && field.type === 'radio') return field.checked ? field.value : undefined
  if (field instanceof HTMLInputElement && field.type === 'checkbox') return field.checked ? 'on' : 'off'
  return field.value
}

function fill(field: NamedField, text: string): void {
  if (field instanceof HTMLInputElement && field.type === 'radio') field.checked = field.value === text
  else if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = text === 'on'
  else field.value = text
}

const read = (text: string | undefined): Texts => (text === undefined ? {} : (JSON.parse(text) as Texts))

/** A form whose fields keep their texts. */
interface KeptForm {
  readonly ref: RefObject<HTMLFormElement | null>
  /** The text of a field as it was kept. */
  kept(name: string): string | undefined
  onInput(): void
  /** Forgets the texts: they were sent. */
  sent(): void
}

/** Keeps the fields of a form by the name of the form, in the chosen world. Fields that come later are filled too. */
export function useKeptForm(name: string): KeptForm {
  const { drafts, world } = useConsoleState()
  const key = `form ${world.value} ${name}`
  const secretKey = `${key} secrets`
  const ref = useRef<HTMLFormElement>(null)
  const filled = useRef(new WeakSet<Element>())
  const texts = (): Texts => ({ ...read(drafts.get(key)), ...read(drafts.get(secretKey)) })
  useLayoutEffect(() => {
    const before = texts()
    for (const field of ref.current?.elements ?? []) {
      if (!isField(field) || filled.current.has(field)) continue
      filled.current.add(field)
      const text = before[field.name]
      if (text !== undefined) fill(field, text)
    }
  })
  return {
    ref,
    kept: (field) => texts()[field],
    onInput: () => {
      const written = [...(ref.current?.elements ?? [])].filter(isField)
      const textsOf = (fields: readonly NamedField[]) =>
        Object.fromEntries(
          fields.flatMap((field) => [[field.name, textOf(field)]]).filter(([, text]) => text !== undefined),
        ) as Texts
      drafts.set(
        key,
        JSON.stringify({ ...read(drafts.get(key)), ...textsOf(written.filter((field) => !isSecret(field))) }),
      )
      const secrets = { ...read(drafts.get(secretKey)), ...textsOf(written.filter(isSecret)) }
      drafts.set(secretKey, Object.values(secrets).some(Boolean) ? JSON.stringify(secrets) : undefined, true)
    },
    sent: () => {
      drafts.delete(key)
      drafts.delete(secretKey)
    },
  }
}

/**
 * The text of a field that keeps it, and what sets and forgets it. A text that was sent makes room for the first one,
 * unless another was written meanwhile.
 */
export function useKeptText(
  name: string,
  first = '',
): readonly [text: string, set: (text: string) => void, sent: (text?: string) => void] {
  const { drafts, world } = useConsoleState()
  const key = `text ${world.value} ${name}`
  const [text, setText] = useState(drafts.get(key) ?? first)
  return [
    text,
    (typed) => {
      setText(typed)
      drafts.set(key, typed === first ? undefined : typed)
    },
    (sent) => {
      if (sent !== undefined && drafts.get(key) !== sent) return
      drafts.delete(key)
      if (sent !== undefined) setText(first)
    },
  ]
}
