import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import type { ListedCredential } from '../../control/credentials.ts'
import { Button, CopyButton, SureButton } from '../kit/buttons.tsx'
import { Field, Select } from '../kit/form.tsx'
import { Loaded, ViewHead } from '../kit/loaded.tsx'
import { countNoun, durationText, Name } from '../kit/text.tsx'
import { useChange, useControl } from '../kit/use-control.ts'
import { useConsoleState } from '../state/console-state.ts'
import { kinds, listedCredentialName } from './credential-name.ts'

interface CredentialPage {
  readonly data: readonly ListedCredential[]
  readonly count: number
}

/** The number of credentials that the control API lists at once. */
const chunkSize = 1000

/** The number of listed credentials from which they are loaded less often. */
const manyListed = 100

/** The number of credentials to show at once, besides those of every new world. */
const pageSize = 20

/** The credentials of a world: those of every new world first, the others by expiry. @param now Virtual time. */
export function Credentials({ now }: { readonly now: string | undefined }): VNode {
  const consoleState = useConsoleState()
  const { settings } = consoleState.route.value
  const kind = settings.get('kind')
  const page = Math.max(0, Number(settings.get('page') ?? 0) || 0)
  const start = (page * pageSize) % chunkSize
  const query = { kind, limit: chunkSize, offset: page * pageSize - start }
  const asked = useControl<CredentialPage>('/credentials', query, (loaded) =>
    (loaded?.data.length ?? 0) > manyListed ? 5000 : 1000,
  )
  const change = useChange(asked.reload, 'Revoked.')
  useEffect(() => void asked.reload(), [now])
  const turn = (label: string, to: number, isThere: boolean) => (
    <Button disabled={!isThere} onClick={() => consoleState.go({ page: String(to) })}>
      {label}
    </Button>
  )
  return (
    <>
      <ViewHead title="Credentials" heading="h2">
        <Field label="Kind">
          <Select
            value={kind ?? ''}
            options={[['', 'any'], ...Object.entries(kinds)]}
            onValue={(chosen) => consoleState.go({ kind: chosen, page: undefined })}
          />
        </Field>
      </ViewHead>
      <Loaded asked={asked} problem={change.problem}>
        {({ data, count }) => {
          const sorted = data.toSorted((left, right) => (sortText(left) < sortText(right) ? -1 : 1))
          const seeded = sorted.filter(({ secret }) => secret !== null)
          const others = sorted.filter(({ secret }) => secret === null)
          return (
            <>
              <p class="muted">
                {countNoun(count, 'credential')}. Those that every new world has come first. The emulator keeps hashes
                of all other secrets, so they cannot be copied.
              </p>
              <ul class="plain list">
                {[...seeded, ...others.slice(start, start + pageSize)].map((credential) => (
                  <Credential
                    key={credential.id}
                    credential={credential}
                    onRevoke={(path) => change.make(path, { method: 'DELETE' })}
                  />
                ))}
              </ul>
              {count - seeded.length > pageSize && (
                <div class="actions">
                  {turn('Previous page', page - 1, page > 0)}
                  {turn('Next page', page + 1, (page + 1) * pageSize < count - seeded.length)}
                </div>
              )}
            </>
          )
        }}
      </Loaded>
    </>
  )
}

/** Those that expire first are first. The order stays while time passes. */
const sortText = ({ expiresAt, kind, id }: ListedCredential): string => `${expiresAt ?? 'never'} ${kind} ${id}`

const fewScopes = 4

interface CredentialProps {
  readonly credential: ListedCredential
  readonly onRevoke: (path: string) => unknown
}

function Credential({ credential, onRevoke }: CredentialProps): VNode {
  const { id, name, projectId, secret, scopes } = credential
  return (
    <li class="card row">
      <div class="stack">
        <h2>
          {listedCredentialName(credential)}{' '}
          {name !== null && (
            <span class="mono">
              <Name text={name} />
            </span>
          )}{' '}
          <small>
            <TimeLeft credential={credential} />
            {projectId !== null && <span class="muted"> · project {projectId}</span>}
          </small>
        </h2>
        {secret !== null && (
          <p>
            <code>{secret}</code> <CopyButton text={secret} label="Copy secret" />
          </p>
        )}
        {scopes.length <= fewScopes ? (
          <p class="muted">{scopes.join(', ') || 'No scopes'}</p>
        ) : (
          <details>
            <summary>{scopes.length} scopes</summary>
            <p class="muted">{scopes.join(', ')}</p>
          </details>
        )}
      </div>
      <SureButton
        label="Revoke"
        sure="Revoke it now"
        onSure={() => onRevoke(`/credentials/${encodeURIComponent(id)}`)}
      />
    </li>
  )
}

function TimeLeft({ credential: { secondsLeft, expiresAt } }: { readonly credential: ListedCredential }): VNode {
  if (secondsLeft === null) return <span class="muted">does not expire</span>
  if (secondsLeft === 0) return <span class="badge bad">expired</span>
  return (
    <span class={secondsLeft < 300 ? 'warn' : 'good'} title={expiresAt ?? ''}>
      {durationText(secondsLeft)} left
    </span>
  )
}
