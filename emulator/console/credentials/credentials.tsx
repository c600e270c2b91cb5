import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import type { ListedCredential } from '../../control/credentials.ts'
import { inWords } from '../kit/duration.ts'
import { CopyButton, Field, Name, ProblemNote, SureButton, Waiting } from '../kit/components.tsx'
import { useConsoleState } from '../state/console-state.ts'
import { useControl, useChange, useEvery } from '../kit/use-control.ts'
import { credentialName, kinds } from './credential-name.ts'

const pageSize = 200

/** The credentials of a world, those that expire first at the top. @param now Virtual time: they follow it. */
export function Credentials({ now }: { readonly now: string | undefined }): VNode {
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
  useEffect(() => void asked.reload(), [now])
  useEvery(1000, () => void asked.reload())
  const { data = [], count = 0 } = asked.value ?? {}
  const lasts = ({ secondsLeft }: ListedCredential) => secondsLeft ?? Number.POSITIVE_INFINITY
  const sorted = data.toSorted((left, right) => lasts(left) - lasts(right) || (left.kind < right.kind ? -1 : 1))
  return (
    <>
      <header class="view-head">
        <h2>Credentials</h2>
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
      </header>
      <ProblemNote problem={asked.problem ?? change.problem} />
      <Waiting asked={asked} />
      {asked.value && (
        <p class="muted">
          {count.toLocaleString('en')} {count === 1 ? 'credential' : 'credentials'}. The emulator keeps hashes of
          secrets, so only those that every new world has can be copied.
        </p>
      )}
      <ul class="plain list">
        {sorted.map((credential) => (
          <li key={credential.id} class="card credential">
            <Head credential={credential} />
            {credential.secret !== null && (
              <p>
                <code class="cut">{credential.secret}</code> <CopyButton text={credential.secret} label="Copy secret" />
              </p>
            )}
            <Scopes scopes={credential.scopes} />
            <div class="actions">
              <SureButton
                label="Revoke"
                sure="Revoke it now"
                onSure={() =>
                  void change.make(`/credentials/${encodeURIComponent(credential.id)}`, { method: 'DELETE' })
                }
              />
            </div>
          </li>
        ))}
      </ul>
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

function Head({ credential }: { readonly credential: ListedCredential }): VNode {
  const { kind, label, name, secondsLeft, expiresAt, projectId } = credential
  const left =
    secondsLeft === null ? (
      <span class="muted">does not expire</span>
    ) : secondsLeft === 0 ? (
      <span class="badge bad">expired</span>
    ) : (
      <span class={secondsLeft < 300 ? 'warn' : 'good'} title={expiresAt ?? ''}>
        {inWords(secondsLeft)} left
      </span>
    )
  return (
    <h2>
      {label === null ? (kinds[kind] ?? kind) : credentialName(label)}{' '}
      {name !== null && (
        <span class="mono">
          <Name text={name} />
        </span>
      )}{' '}
      <small>
        {left}
        {projectId !== null && <span class="muted"> · project {projectId}</span>}
      </small>
    </h2>
  )
}

const fewScopes = 4

function Scopes({ scopes }: { readonly scopes: readonly string[] }): VNode {
  if (scopes.length <= fewScopes) return <p class="muted">{scopes.join(', ') || 'No scopes'}</p>
  return (
    <details>
      <summary>{scopes.length} scopes</summary>
      <p class="muted">{scopes.join(', ')}</p>
    </details>
  )
}
