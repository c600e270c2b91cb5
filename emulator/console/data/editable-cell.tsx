import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Name } from '../components.tsx'
import { ask } from '../control.ts'
import { useConsoleState } from '../console-state.ts'
import { type MemberSchema, readMember, textOfMember } from '../schema-member.ts'
import type { DataRecord } from './collection.ts'

interface EditableCellProps {
  readonly collection: string
  readonly record: DataRecord
  readonly member: string
  /** The schema of the member; undefined for one that cannot be edited here. */
  readonly schema: MemberSchema | undefined
  /** The value as a person reads it. */
  readonly text: string
  readonly onChanged: () => void
  /** Told why a value was refused; empty where it is no more. */
  readonly onRefused: (text: string) => void
}

/** A cell that is edited in its place: Enter saves, Escape gives up, and a refusal stays at the input. */
export function EditableCell({ collection, record, member, schema, text, ...told }: EditableCellProps): VNode {
  const consoleState = useConsoleState()
  const { onChanged, onRefused } = told
  const { drafts, world } = consoleState
  const draft = `cell ${world.value} ${record.id} ${member}`
  const [isEdited, setEdited] = useState(drafts.has(draft))
  const [fault, setFault] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // One that was left open does not take the focus.
    if (isEdited && !drafts.has(draft)) input.current?.select()
  }, [isEdited])
  if (!schema) return <Name text={text} />
  const label = `${member} of ${record.id}`
  if (!isEdited)
    return (
      <>
        <button
          type="button"
          class="edit"
          aria-label={`Edit ${label}`}
          onClick={(event) => {
            event.stopPropagation()
            setFault('')
            setEdited(true)
          }}
        >
          ✎
        </button>
        <Name text={text} />
      </>
    )
  const before = textOfMember(record[member])
  const leave = () => {
    drafts.delete(draft)
    onRefused('')
    setEdited(false)
  }
  const refuse = (reason: string) => {
    setFault(reason)
    onRefused(`${member} of ${typeof record['name'] === 'string' ? record['name'] : record.id}: ${reason}`)
  }
  const save = async (typed: string) => {
    const read = readMember(schema, typed)
    if ('fault' in read) return refuse(read.fault)
    const path = `/data/${collection}/${encodeURIComponent(record.id)}`
    const outcome = await ask(consoleState, path, { method: 'PUT', body: { [member]: read.value } })
    if (!outcome.ok) {
      const { message, details } = outcome.problem
      return refuse(details[0]?.message ?? message)
    }
    consoleState.said.value = `Changed ${member}.`
    leave()
    onChanged()
  }
  return (
    <input
      ref={input}
      class="cell"
      aria-label={label}
      aria-invalid={fault !== ''}
      title={fault}
      defaultValue={drafts.get(draft) ?? before}
      spellcheck={false}
      dir="auto"
      onClick={(event) => event.stopPropagation()}
      onInput={({ currentTarget: { value } }) => drafts.set(draft, value === before ? undefined : value)}
      // A changed text that is not saved stays open.
      onBlur={({ currentTarget: { value } }) => value === before && leave()}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') leave()
        if (event.key === 'Enter') void save(event.currentTarget.value)
      }}
    />
  )
}
