// The conventions: how the emulator answers where the specification is silent.
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Field, ProblemNote, SureButton, ViewHead, Waiting } from '../kit/components.tsx'
import { Samples } from '../conventions/samples.tsx'
import { useKeptText } from '../kit/kept-form.ts'
import { useControl, useChange } from '../kit/use-control.ts'

interface Convention {
  readonly name: string
  readonly clause: string
  readonly value: unknown
  readonly default: unknown
  /** The other values, or what other values look like. */
  readonly alternatives: readonly unknown[] | string
  /** The form of values that have no name. */
  readonly also?: string
  readonly why: string
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const differs = (convention: Convention): boolean => text(convention.value) !== text(convention.default)

/** The view of conventions. */
export function ConventionsView(): VNode {
  const asked = useControl<readonly Convention[]>('/conventions')
  const change = useChange(asked.reload)
  const [onlyChanged, setOnlyChanged] = useState(false)
  const all = asked.value ?? []
  const changed = all.filter(differs)
  const listed = onlyChanged ? changed : [...changed, ...all.filter((unchanged) => !differs(unchanged))]
  return (
    <>
      <ViewHead title="Conventions">
        <label class="check">
          <input type="checkbox" checked={onlyChanged} onChange={() => setOnlyChanged(!onlyChanged)} />
          Only what differs
        </label>
        <SureButton
          label="Reset"
          sure="Reset all to those of the start"
          onSure={() => void change.make('/conventions', { method: 'DELETE' })}
        />
      </ViewHead>
      <ProblemNote problem={asked.problem ?? change.problem} />
      <Waiting asked={asked} />
      {asked.value && (
        <p class="muted" role="status">
          {changed.length === 0 ? 'Every convention has its default.' : `${changed.length} differ from their defaults.`}
        </p>
      )}
      <ul class="plain list">
        {listed.map((convention) => (
          <li key={convention.name} class="card">
            <ConventionCard convention={convention} onChanged={asked.reload} />
          </li>
        ))}
      </ul>
    </>
  )
}

interface ConventionCardProps {
  readonly convention: Convention
  readonly onChanged: () => Promise<void>
}

interface ValueInputProps {
  readonly convention: Convention
  /** Resolves with something where the value was taken. */
  readonly onValue: (value: unknown) => Promise<unknown>
}

function ConventionCard({ convention, onChanged }: ConventionCardProps): VNode {
  const change = useChange(onChanged)
  const onValue = (value: unknown) => change.make('/conventions', { method: 'PUT', body: { [convention.name]: value } })
  const { name, clause, value, default: initial, alternatives, also, why } = convention
  const title = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const other = differs(convention) ? initial : typeof alternatives === 'string' ? undefined : alternatives[0]
  return (
    <>
      <h2>
        {title.slice(0, 1).toUpperCase()}
        {title.slice(1)}
      </h2>
      <p class="muted">
        {why} {typeof alternatives === 'string' && `It takes ${alternatives}; it is ${text(value)}.`}
      </p>
      <div class="filters">
        <Field label={`${name} (clause ${clause})`}>
          <ValueInput key={text(value)} convention={convention} onValue={onValue} />
        </Field>
        {also !== undefined && (
          <Field label={`Another value for ${name}`}>
            <TypedText name={`another ${name}`} first="" isAnother onText={onValue} />
          </Field>
        )}
      </div>
      {also !== undefined && <p class="muted">Another value is {also}.</p>}
      <ProblemNote problem={change.problem} />
      {differs(convention) && (
        <p>
          <span class="badge warn">differs</span> The default is <code>{text(initial)}</code>.{' '}
          <button type="button" class="small" onClick={() => void onValue(initial)}>
            Use the default
          </button>
        </p>
      )}
      {other !== undefined && <Samples name={name} value={value} others={othersOf(convention, other)} />}
    </>
  )
}

/** The values to compare with, the first of all beforehand. */
function othersOf({ value, default: initial, alternatives }: Convention, first: unknown): readonly unknown[] {
  const all = typeof alternatives === 'string' ? [initial] : [first, initial, ...alternatives]
  return [...new Map(all.map((other) => [text(other), other])).values()].filter((other) => text(other) !== text(value))
}

interface TypedTextProps {
  readonly name: string
  readonly first: string
  /** True for a value beside those that are listed, which may be long. */
  readonly isAnother?: boolean
  readonly onText: (text: string) => Promise<unknown>
}

/** A text that Enter or the way to another field sends. One that was not taken stays. */
function TypedText({ name, first, isAnother = false, onText }: TypedTextProps): VNode {
  const [typed, setTyped, sent] = useKeptText(`convention ${name}`, first)
  const take = async () => {
    if (typed !== first && (await onText(typed))) sent(typed)
  }
  return (
    <input
      value={typed}
      size={isAnother ? 44 : undefined}
      spellcheck={false}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onChange={() => void take()}
    />
  )
}

function ValueInput({ convention, onValue }: ValueInputProps): VNode {
  const { value, default: initial, alternatives } = convention
  if (typeof alternatives === 'string')
    return (
      <TypedText
        name={convention.name}
        first={Array.isArray(value) ? value.join(', ') : text(value)}
        onText={onValue}
      />
    )
  const named = [initial, ...alternatives]
  const values = named.some((known) => text(known) === text(value)) ? named : [...named, value]
  return (
    <select
      value={text(value)}
      onChange={(event) => void onValue(values.find((value) => text(value) === event.currentTarget.value))}
    >
      {values.map((value) => (
        <option key={text(value)}>{text(value)}</option>
      ))}
    </select>
  )
}
