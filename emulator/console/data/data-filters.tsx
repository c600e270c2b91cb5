import type { VNode } from 'preact'
import { Button } from '../kit/buttons.tsx'
import { Field, Select, useKeptText } from '../kit/form.tsx'
import { useConsoleState } from '../state/console-state.ts'
import { type CollectionInfo, filterSetting, type MemberSchema } from './collection.ts'

interface DataFiltersProps {
  readonly collection: CollectionInfo
  readonly onFind: (text: string) => unknown
}

/** The filters of a collection, and a field that finds a record by its id, its name or a part of a text. */
export function DataFilters({ collection, onFind }: DataFiltersProps): VNode {
  const consoleState = useConsoleState()
  const { settings } = consoleState.route.value
  const search = settings.get('search') ?? ''
  const input = useKeptText(search)
  const names = [...settings.keys()].filter((name) => name === 'search' || name.startsWith(filterSetting('')))
  const find = (event: Event) => {
    event.preventDefault()
    void onFind(input.current!.value.trim())
  }
  const clear = () => {
    consoleState.go(Object.fromEntries(names.map((name) => [name, undefined])))
    input.current!.value = ''
  }
  return (
    <form class="filters" role="search" onSubmit={find}>
      <Field label="Find by id, name or text">
        <input ref={input} type="search" size={30} dir="auto" defaultValue={search} spellcheck={false} />
      </Field>
      <button type="submit">Find</button>
      {collection.filters.map((member) => (
        <Field key={member} label={member}>
          <Filter
            member={collection.schema?.properties?.[member]}
            value={settings.get(filterSetting(member)) ?? ''}
            onValue={(value) => consoleState.go({ [filterSetting(member)]: value, open: undefined, new: undefined })}
          />
        </Field>
      ))}
      {names.length > 0 && <Button onClick={clear}>Clear filters</Button>}
    </form>
  )
}

interface FilterProps {
  readonly member: MemberSchema | undefined
  readonly value: string
  readonly onValue: (value: string) => void
}

function Filter({ member, value, onValue }: FilterProps): VNode {
  if (member?.enum)
    return <Select value={value} options={[['', 'any'], ...member.enum.map(String)]} onValue={onValue} />
  return (
    <input
      value={value}
      size={14}
      dir="auto"
      spellcheck={false}
      onChange={(event) => onValue(event.currentTarget.value.trim())}
    />
  )
}
