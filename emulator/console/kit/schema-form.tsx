// A form that a JSON Schema describes: records and faults are edited with it.
import type { VNode } from 'preact'
import { useId, useState } from 'preact/hooks'
import { useConsoleState } from '../state/console-state.ts'
import type { Problem } from '../state/control.ts'
import { cut, Field, ProblemNote } from './components.tsx'
import { type MemberSchema, type ObjectSchema, readMember, textOfMember, widgetOf } from './schema-member.ts'
import { unseenIn } from '../state/unseen.ts'

interface SchemaFormProps {
  readonly label: string
  /** The place under which unsent texts are kept. Who takes what was submitted forgets them. */
  readonly draft: string
  readonly schema: ObjectSchema
  /** The value before the edit. Only members that change are submitted. */
  readonly value?: Readonly<Record<string, unknown>>
  /** The initial value of the fields. It is submitted, unlike `value`. */
  readonly start?: Readonly<Record<string, unknown>>
  /** Values to choose from, by member; others may be typed, too. */
  readonly suggestions?: Readonly<Record<string, readonly string[]>>
  /** Members that cannot be edited. */
  readonly without?: readonly string[]
  readonly problem: Problem | undefined
  readonly submit: string
  readonly onSubmit: (members: Readonly<Record<string, unknown>>) => unknown
  readonly onCancel?: () => void
}

/** Edits an object. An error of the emulator stands at the field that it is about. */
export function SchemaForm(props: SchemaFormProps): VNode {
  const { label, draft, schema, value = {}, start = {}, suggestions = {}, without = [], problem, submit } = props
  const { drafts } = useConsoleState()
  const { onSubmit, onCancel } = props
  const members = Object.entries(schema.properties ?? {}).filter(([name]) => !without.includes(name))
  const initial = Object.fromEntries(members.map(([name]) => [name, textOfMember(value[name])]))
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() => ({
    ...initial,
    ...Object.fromEntries(Object.entries(start).map(([name, member]) => [name, textOfMember(member)])),
    ...keptTexts(drafts.get(draft)),
  }))
  const write = (name: string, text: string) => {
    const all = { ...texts, [name]: text }
    setTexts(all)
    const changed = Object.entries(all).filter(([member, written]) => written !== initial[member])
    drafts.set(draft, changed.length === 0 ? undefined : JSON.stringify(Object.fromEntries(changed)))
  }
  const id = useId()
  const [edited, setEdited] = useState<Readonly<Record<string, string>>>({})
  const names = new Set(members.map(([name]) => name))
  const faults = Object.fromEntries(
    (problem?.details ?? []).map(({ at, message }) => [at.replace(/^\//, '').split('/')[0], message]),
  )
  const elsewhere = problem?.details.filter(({ at }) => !names.has(at.replace(/^\//, '').split('/')[0]!)) ?? []
  const hasPlace = problem !== undefined && problem.details.length > 0 && elsewhere.length === 0

  const onSubmitForm = (event: Event) => {
    event.preventDefault()
    const changed: Record<string, unknown> = {}
    const wrong: Record<string, string> = {}
    for (const [name, member] of members) {
      const text = texts[name] ?? ''
      if (text === initial[name]) continue
      const read = readMember(member, text)
      if ('fault' in read) wrong[name] = read.fault
      else changed[name] = read.value
    }
    setEdited(wrong)
    if (Object.keys(wrong).length === 0) void onSubmit(changed)
  }
  return (
    <form class="schema-form" aria-label={label} onSubmit={onSubmitForm} noValidate>
      {members.map(([name, member]) => (
        <div key={name}>
          <Field label={labelOf(name, member)} fault={edited[name] ?? faults[name]}>
            <Widget
              member={member}
              help={`${id}-${name}`}
              suggestions={suggestions[name] ?? []}
              text={texts[name] ?? ''}
              isWrong={(edited[name] ?? faults[name]) !== undefined}
              onText={(text) => write(name, text)}
            />
          </Field>
          <UnseenNote text={texts[name] ?? ''} />
          {member.description !== undefined && (
            <small class="muted" id={`${id}-${name}`}>
              {member.description}
            </small>
          )}
        </div>
      ))}
      {hasPlace ? null : <ProblemNote problem={problem} />}
      <div class="actions">
        <button type="submit" class="primary">
          {submit}
        </button>
        {onCancel && (
          <button
            type="button"
            onClick={() => {
              drafts.delete(draft)
              onCancel()
            }}
          >
            Cancel
          </button>
        )}
      </div>
    </form>
  )
}

/** The texts that somebody changed and did not submit. */
function keptTexts(kept: string | undefined): Readonly<Record<string, string>> {
  return kept === undefined ? {} : (JSON.parse(kept) as Readonly<Record<string, string>>)
}

/** Names the characters in a control that nobody sees. */
function UnseenNote({ text }: { readonly text: string }): VNode | null {
  const found = unseenIn(text)
  if (found.length === 0) return null
  return <small class="warn">Holds characters that nobody sees: {cut(found.join(', '), 100)}</small>
}

function labelOf(name: string, member: MemberSchema): string {
  const target = member['x-reference']
  return target ? `${name} (an id of ${target})` : name
}

interface WidgetProps {
  readonly member: MemberSchema
  /** The id of the element that explains the member. */
  readonly help: string
  readonly suggestions: readonly string[]
  readonly text: string
  readonly isWrong: boolean
  readonly onText: (text: string) => void
}

function Widget({ member, help, suggestions, text, isWrong, onText }: WidgetProps): VNode {
  const widget = widgetOf(member)
  const common = {
    value: text,
    'aria-describedby': member.description === undefined ? undefined : help,
    'aria-invalid': isWrong,
    onInput: (event: Event) => onText((event.currentTarget as HTMLInputElement).value),
  }
  if (widget.kind === 'choice')
    return (
      <select {...common}>
        <option value="">{widget.empty}</option>
        {widget.values.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </select>
    )
  if (widget.kind === 'json' || text.length > 80 || text.includes('\n'))
    return <textarea {...common} spellcheck={false} rows={widget.kind === 'json' ? 4 : 2} />
  const list = suggestions.length > 0 ? `${help}-list` : undefined
  return (
    <>
      <input
        {...common}
        spellcheck={false}
        autocomplete="off"
        dir="auto"
        inputMode={widget.kind === 'number' ? 'decimal' : 'text'}
        placeholder={widget.hint}
        list={list}
      />
      {list && (
        <datalist id={list}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </>
  )
}
