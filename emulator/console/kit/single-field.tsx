import type { VNode } from 'preact'
import { Field } from './components.tsx'
import { useKeptText } from './kept-form.ts'

interface SingleFieldProps {
  readonly label: string
  readonly submit: string
  /** Resolves with something where the text was taken. */
  readonly onText: (text: string) => Promise<unknown>
  readonly size?: number
  readonly placeholder?: string
}

/** A form with one text, which is kept until it was taken. */
export function SingleField({ label, submit, onText, ...input }: SingleFieldProps): VNode {
  const [text, setText, sent] = useKeptText(label)
  const take = async () => {
    if (!(await onText(text.trim()))) return
    setText('')
    sent()
  }
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault()
        void take()
      }}
    >
      <Field label={label}>
        <input
          required
          size={22}
          {...input}
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </Field>
      <button type="submit">{submit}</button>
    </form>
  )
}
