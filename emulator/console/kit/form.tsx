// Forms whose texts are kept until they are sent or discarded.
import type { ComponentChildren, RefObject, VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Texts, useConsoleState } from '../state/console-state.ts'

/** The texts of a form. */
export interface FormTexts {
  /** True if a text differs from the first one. */
  readonly isChanged: boolean
  /** The text of a field. */
  text(field: string): string
  write(field: string, text: string): void
  /** The properties of the control that edits a field. */
  field(field: string): {
    readonly value: string
    readonly onInput: (event: { readonly currentTarget: { readonly value: string } }) => void
  }
  /** Sends the texts, and goes back to the first ones if they were accepted and nothing was written meanwhile. */
  send(onSend: () => Promise<unknown>): Promise<void>
  /** Goes back to the first texts. */
  forget(): void
}

/**
 * The texts of a form, which are kept by its name in the chosen world until the page is left.
 * @param first The initial texts; other fields start empty.
 */
export function useForm(name: string, first: Texts = {}): FormTexts {
  const { drafts, world } = useConsoleState()
  const key = `${world.value} ${name}`
  const keep = (texts: Texts) => {
    const { [key]: _before, ...others } = drafts.value
    drafts.value = Object.keys(texts).length === 0 ? others : { ...others, [key]: texts }
  }
  const text = (field: string) => drafts.value[key]?.[field] ?? first[field] ?? ''
  const write = (field: string, written: string) => {
    const { [field]: _before, ...others } = drafts.value[key] ?? {}
    keep(written === (first[field] ?? '') ? others : { ...others, [field]: written })
  }
  return {
    isChanged: drafts.value[key] !== undefined,
    text,
    write,
    field: (field) => ({ value: text(field), onInput: (event) => write(field, event.currentTarget.value) }),
    send: async (onSend) => {
      const sent = drafts.value[key]
      if ((await onSend()) && drafts.value[key] === sent) keep({})
    },
    forget: () => keep({}),
  }
}

interface FormProps {
  readonly label?: string
  readonly form: FormTexts
  readonly class?: string
  /** Resolves with a value if the texts were accepted, which are then forgotten. */
  readonly onSubmit: () => Promise<unknown>
  readonly children: ComponentChildren
}

/** A form. */
export function Form({ label, form, class: classes = 'card', onSubmit, children }: FormProps): VNode {
  return (
    <form
      class={classes}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        void form.send(onSubmit)
      }}
    >
      {children}
    </form>
  )
}

interface FieldProps {
  readonly label: string
  /** Why its value was refused. */
  readonly fault?: string | undefined
  readonly children: ComponentChildren
}

/** A labelled control with the fault of its value. */
export function Field({ label, fault, children }: FieldProps): VNode {
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

/** A search field whose text the address keeps. A link and Back change the text, but not while the user types. */
export function useKeptText(kept: string): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current !== document.activeElement) input.current!.value = kept
  }, [kept])
  return input
}

interface SelectProps {
  readonly value: string
  /** The values to choose from. A value without a label is shown itself. */
  readonly options: readonly (string | readonly [value: string, label: string])[]
  readonly onValue: (value: string) => unknown
}

/** Chooses one of some values. */
export function Select({ value, options, onValue }: SelectProps): VNode {
  return (
    <select value={value} onChange={(event) => void onValue(event.currentTarget.value)}>
      {options.map((option) => {
        const [choice, label] = typeof option === 'string' ? [option, option] : option
        return (
          <option key={choice} value={choice}>
            {label}
          </option>
        )
      })}
    </select>
  )
}

interface InputProps {
  readonly class?: string
  readonly required?: boolean
  readonly size?: number
  readonly maxLength?: number
  readonly placeholder?: string
}

interface TextFieldProps extends InputProps {
  /** The form that it belongs to. */
  readonly of: FormTexts
  readonly name: string
  readonly label: string
  /** True if the text must not be visible. */
  readonly isSecret?: boolean
}

/** A labelled field for one line of text. */
export function TextField({ of: form, name, label, isSecret = false, ...input }: TextFieldProps): VNode {
  const control = { spellcheck: false, autocomplete: 'off', ...input, ...form.field(name) } as const
  return <Field label={label}>{isSecret ? <input {...control} type="password" /> : <input {...control} />}</Field>
}

interface CheckProps {
  readonly isOn: boolean
  /** Resolves when the change is made or refused. */
  readonly onTurn: () => unknown
  readonly title?: string | undefined
  readonly children: ComponentChildren
}

/** A checkbox with its label. */
export function Check({ isOn, onTurn, title, children }: CheckProps): VNode {
  // It shows what the user chose until the change is made or refused, even if the view is rendered again meanwhile.
  const [chosen, setChosen] = useState<boolean | undefined>(undefined)
  const turn = async () => {
    setChosen(!isOn)
    await onTurn()
    setChosen(undefined)
  }
  return (
    <label class="check" title={title}>
      <input type="checkbox" checked={chosen ?? isOn} onChange={() => void turn()} />
      <span>{children}</span>
    </label>
  )
}

interface CheckFieldProps {
  /** The form that it belongs to. */
  readonly of: FormTexts
  readonly name: string
  readonly title?: string
  readonly children: ComponentChildren
}

/** A field of a form that is checked: its text is `on` or empty. */
export function CheckField({ of: form, name, title, children }: CheckFieldProps): VNode {
  const isOn = form.text(name) === 'on'
  return (
    <Check isOn={isOn} onTurn={() => form.write(name, isOn ? '' : 'on')} title={title}>
      {children}
    </Check>
  )
}

interface SingleFieldProps extends InputProps {
  readonly label: string
  readonly submit: string
  /** Resolves with a value if the text was accepted. */
  readonly onText: (text: string) => Promise<unknown>
}

/** A form with one text. */
export function SingleField({ label, submit, onText, ...input }: SingleFieldProps): VNode {
  const form = useForm(label)
  return (
    <Form form={form} class="filters" onSubmit={() => onText(form.text('text').trim())}>
      <TextField of={form} name="text" label={label} required size={22} {...input} />
      <button type="submit">{submit}</button>
    </Form>
  )
}
