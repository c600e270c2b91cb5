// A form that a JSON Schema describes: records and faults are edited with it.
import type { VNode } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { Problem } from '../state/control.ts'
import { unseenCodePoints } from '../state/unseen.ts'
import { Button } from './buttons.tsx'
import { Field, Form, type FormTexts, useForm } from './form.tsx'
import { ProblemNote } from './loaded.tsx'
import { type MemberSchema, type ObjectSchema, parseMemberText, textOfMember, chooseWidget } from './schema-member.ts'
import { cutText } from './text.tsx'

type Members = Readonly<Record<string, unknown>>

interface SchemaFormProps {
  readonly label: string
  /** The name under which unsent texts are kept. */
  readonly name: string
  readonly schema: ObjectSchema
  /** The value before the edit. Only members that change are submitted. */
  readonly value?: Members
  /** Suggested values, by member; other values may be typed. */
  readonly suggestions?: Readonly<Record<string, readonly string[]>>
  /** Members that cannot be edited. */
  readonly without?: readonly string[]
  readonly problem: Problem | undefined
  readonly submit: string
  /** Resolves with a value if the members were accepted. */
  readonly onSubmit: (members: Members) => Promise<unknown>
  readonly onCancel?: () => void
}

/** The member that a detail of a problem is about. */
const detailMember = (at: string): string => at.replace(/^\//, '').split('/')[0]!

/** Edits an object. An error of the emulator is displayed at its field. */
export function SchemaForm(props: SchemaFormProps): VNode {
  const { label, name, schema, value = {}, suggestions = {}, without = [], problem, submit } = props
  const { onSubmit, onCancel } = props
  const members = Object.entries(schema.properties ?? {}).filter(([member]) => !without.includes(member))
  const first = Object.fromEntries(members.map(([member]) => [member, textOfMember(value[member])]))
  const form = useForm(name, first)
  const [unreadable, setUnreadable] = useState<Readonly<Record<string, string>>>({})
  const details = problem?.details ?? []
  const refused = Object.fromEntries(details.map(({ at, message }) => [detailMember(at), message]))
  const isAtFields = details.length > 0 && details.every(({ at }) => detailMember(at) in first)
  const send = async () => {
    const changed = members.filter(([member]) => form.text(member) !== first[member])
    const read = changed.map(([member, schema]) => [member, parseMemberText(schema, form.text(member))] as const)
    const wrong = read.flatMap(([member, result]) => ('fault' in result ? [[member, result.fault]] : []))
    setUnreadable(Object.fromEntries(wrong))
    if (wrong.length > 0) return false
    return await onSubmit(
      Object.fromEntries(read.map(([member, result]) => [member, 'value' in result && result.value])),
    )
  }
  return (
    <Form label={label} form={form} class="schema-form" onSubmit={send}>
      {members.map(([member, schema]) => (
        <MemberField
          key={member}
          member={member}
          schema={schema}
          form={form}
          fault={unreadable[member] ?? refused[member]}
          suggestions={suggestions[member] ?? []}
        />
      ))}
      {!isAtFields && <ProblemNote problem={problem} />}
      <div class="actions">
        <button type="submit" class="primary">
          {submit}
        </button>
        {onCancel && (
          <Button
            onClick={() => {
              form.forget()
              onCancel()
            }}
          >
            Cancel
          </Button>
        )}
      </div>
    </Form>
  )
}

interface MemberFieldProps {
  readonly member: string
  readonly schema: MemberSchema
  readonly form: FormTexts
  readonly fault: string | undefined
  readonly suggestions: readonly string[]
}

function MemberField({ member, schema, form, fault, suggestions }: MemberFieldProps): VNode {
  const id = useId()
  const { description, 'x-reference': target } = schema
  const unseen = unseenCodePoints(form.text(member))
  return (
    <div>
      <Field label={target ? `${member} (an id of ${target})` : member} fault={fault}>
        <Widget
          schema={schema}
          suggestions={suggestions}
          list={`${id}-list`}
          {...form.field(member)}
          aria-invalid={fault !== undefined}
          aria-describedby={description === undefined ? undefined : id}
        />
      </Field>
      {unseen.length > 0 && (
        <small class="warn">Contains invisible characters: {cutText(unseen.join(', '), 100)}</small>
      )}
      {description !== undefined && (
        <small class="muted" id={id}>
          {description}
        </small>
      )}
    </div>
  )
}

interface WidgetProps extends ReturnType<FormTexts['field']> {
  readonly schema: MemberSchema
  readonly suggestions: readonly string[]
  /** The id of the list of suggestions. */
  readonly list: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

function Widget({ schema, suggestions, list, ...control }: WidgetProps): VNode {
  const widget = chooseWidget(schema)
  if (widget.kind === 'choice')
    return (
      <select {...control}>
        <option value="">{widget.empty}</option>
        {widget.values.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </select>
    )
  if (widget.kind === 'json' || control.value.length > 80 || control.value.includes('\n'))
    return <textarea {...control} spellcheck={false} rows={widget.kind === 'json' ? 4 : 2} />
  const inputMode = widget.kind === 'number' ? 'decimal' : 'text'
  return (
    <>
      <input
        {...control}
        spellcheck={false}
        autocomplete="off"
        dir="auto"
        inputMode={inputMode}
        placeholder={widget.hint}
        list={suggestions.length > 0 ? list : undefined}
      />
      <Suggestions id={list} values={suggestions} />
    </>
  )
}

/** The values that a field offers; others may be typed. */
export function Suggestions({ id, values }: { readonly id: string; readonly values: readonly string[] }): VNode {
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  )
}
