// The credentials of a world: what each allows and how long, with a way to copy and to revoke it.
import type { VNode } from 'preact'
import type { ListedCredential } from '../../control/credentials.ts'
import { CredentialList } from '../credentials/credential-list.tsx'
import { kinds } from '../credentials/credential-name.ts'
import { Field, ProblemNote, ViewHead, Waiting } from '../components.tsx'
import { useConsoleState } from '../console-state.ts'
import { useControl, useChange, useEvery } from '../use-control.ts'

const pageSize = 100

/** The view of credentials. */
export function CredentialsView(): VNode {
  const consoleState = useConsoleState()
  const { settings } = consoleState.route.value
  const kind = settings.get('kind')
  const page = Math.max(0, Number(settings.get('page') ?? 0) || 0)
  const asked = useControl<{ readonly data: readonly ListedCredential[]; readonly count: number }>('/credentials', {
    kind,
    limit: pageSize,
    offset: page * pageSize,
  })
  const change = useChange(asked.reload, 'Revoked.')
  useEvery(1000, () => void asked.reload())
  const count = asked.value?.count ?? 0
  return (
    <>
      <ViewHead title="Credentials">
        <Field label="Kind">
          <select
            value={kind ?? ''}
            onChange={(event) => consoleState.go({ kind: event.currentTarget.value, page: undefined })}
          >
            <option value="">any</option>
            {Object.entries(kinds).map(([name, title]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </Field>
      </ViewHead>
      <ProblemNote problem={asked.problem ?? change.problem} />
      <Waiting asked={asked} />
      {asked.value && (
        <p class="muted">
          {count.toLocaleString('en')} {count === 1 ? 'credential' : 'credentials'}. The emulator keeps hashes of
          secrets, so only those that every new world has can be copied.
        </p>
      )}
      <CredentialList
        credentials={asked.value?.data ?? []}
        onRevoke={({ id }) => void change.make(`/credentials/${encodeURIComponent(id)}`, { method: 'DELETE' })}
      />
      {count > pageSize && (
        <div class="actions">
          <button type="button" disabled={page === 0} onClick={() => consoleState.go({ page: String(page - 1) })}>
            Previous page
          </button>
          <button
            type="button"
            disabled={(page + 1) * pageSize >= count}
            onClick={() => consoleState.go({ page: String(page + 1) })}
          >
            Next page
          </button>
        </div>
      )}
    </>
  )
}
