// Forms, and their fields.
import type { ComponentChildren, RefObject, VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

/** The text of a field, by its name: `on` for one that is checked, and empty for a missing one. */
export type TextOf = (name: string) => string

interface FormProps {
  readonly label?: string
  readonly class?: string
  /** Resolves with a value if the texts were accepted. The form then goes back to its first texts. */
  readonly onSubmit: (text: TextOf) => Promise<unknown>
  readonly children: ComponentChildren
}

/** A form. */
export function Form({ label, class: classes = 'card', onSubmit, children }: FormProps): VNode {
  const send = async (form: HTMLFormElement) => {
    const data = new FormData(form)
    const isAccepted = await onSubmit((name) => (data.get(name) as string | null) ?? '')
    // Another text may have been typed meanwhile.
    if (isAccepted && textsOf(new FormData(form)) === textsOf(data)) form.reset()
  }
  return (
    <form
      class={classes}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        void send(event.currentTarget)
      }}
    >
      {children}
    </form>
  )
}

const textsOf = (data: FormData): string => JSON.stringify([...data])

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
  readonly name: string
  readonly label: string
  /** The first text. */
  readonly value?: string
  /** True if the text must not be visible. */
  readonly isSecret?: boolean
}

/** A labelled field for one line of text. */
export function TextField({ label, value, isSecret = false, ...input }: TextFieldProps): VNode {
  const control = { spellcheck: false, autocomplete: 'off', ...input, defaultValue: value } as const
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
  readonly name: string
  readonly isOn?: boolean
  readonly title?: string
  readonly children: ComponentChildren
}

/** A field of a form that is checked. */
export function CheckField({ name, isOn = false, title, children }: CheckFieldProps): VNode {
  return (
    <label class="check" title={title}>
      <input type="checkbox" name={name} defaultChecked={isOn} />
      <span>{children}</span>
    </label>
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
  return (
    <Form class="filters" onSubmit={(text) => onText(text('text').trim())}>
      <TextField name="text" label={label} required size={22} {...input} />
      <button type="submit">{submit}</button>
    </Form>
  )
}
