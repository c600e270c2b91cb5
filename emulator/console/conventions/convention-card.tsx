// One convention: its value, the alternatives, and a sample answer under each.
import type { VNode } from 'preact'
import type { ConventionDescription } from '../../api/dialect/conventions.ts'
import { Button } from '../kit/buttons.tsx'
import { Field, Select, useForm } from '../kit/form.tsx'
import { ProblemNote } from '../kit/loaded.tsx'
import { toDisplayText } from '../kit/text.tsx'
import { useChange } from '../kit/use-control.ts'
import { Samples } from './samples.tsx'

/** Returns true if a convention does not have its default value. */
export function differsFromDefault(convention: ConventionDescription): boolean {
  return toDisplayText(convention.value) !== toDisplayText(convention.default)
}

/** The values that have a name: the default, the alternatives and the value in force, each once. */
function namedValues({ value, default: initial, alternatives }: ConventionDescription): readonly unknown[] {
  const all = [initial, ...(typeof alternatives === 'string' ? [] : alternatives), value]
  return [...new Map(all.map((known) => [toDisplayText(known), known])).values()]
}

interface ConventionCardProps {
  readonly convention: ConventionDescription
  readonly onChanged: () => Promise<void>
}

/** Shows a convention, and changes it. */
export function ConventionCard({ convention, onChanged }: ConventionCardProps): VNode {
  const change = useChange(onChanged)
  const onValue = (value: unknown) => change.make('/conventions', { method: 'PUT', body: { [convention.name]: value } })
  const { name, clause, value, default: initial, alternatives, also, why } = convention
  const title = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const values = namedValues(convention)
  const others = values.filter((other) => toDisplayText(other) !== toDisplayText(value))
  return (
    <li class="card">
      <h2>{title.slice(0, 1).toUpperCase() + title.slice(1)}</h2>
      <p class="muted">
        {why} {typeof alternatives === 'string' && `It takes ${alternatives}; it is ${toDisplayText(value)}.`}
      </p>
      <div class="filters">
        <Field label={`${name} (clause ${clause})`}>
          {typeof alternatives === 'string' ? (
            <TypedText
              name={name}
              first={Array.isArray(value) ? value.join(', ') : toDisplayText(value)}
              size={20}
              onText={onValue}
            />
          ) : (
            <Select
              value={toDisplayText(value)}
              options={values.map(toDisplayText)}
              onValue={(text) => onValue(values.find((known) => toDisplayText(known) === text))}
            />
          )}
        </Field>
        {also !== undefined && (
          <Field label={`Another value for ${name}`}>
            <TypedText name={`another ${name}`} first="" size={44} onText={onValue} />
          </Field>
        )}
      </div>
      {also !== undefined && <p class="muted">Another value is {also}.</p>}
      <ProblemNote problem={change.problem} />
      {differsFromDefault(convention) && (
        <p>
          <span class="badge warn">differs</span> The default is <code>{toDisplayText(initial)}</code>.{' '}
          <Button class="small" onClick={() => void onValue(initial)}>
            Use the default
          </Button>
        </p>
      )}
      {others.length > 0 && <Samples name={name} value={value} others={others} />}
    </li>
  )
}

interface TypedTextProps {
  readonly name: string
  readonly first: string
  readonly size: number
  /** Resolves with a value if the text was accepted. */
  readonly onText: (text: string) => Promise<unknown>
}

/** A text field that is sent by Enter or by leaving it. A refused text stays. */
function TypedText({ name, first, size, onText }: TypedTextProps): VNode {
  const form = useForm(`convention ${name}`, { value: first })
  const send = () => form.send(() => onText(form.text('value')))
  return (
    <input
      {...form.field('value')}
      size={size}
      spellcheck={false}
      onChange={() => {
        if (form.isChanged) void send()
      }}
    />
  )
}
