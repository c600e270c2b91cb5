import type { VNode } from 'preact'
import type { ListedCredential } from '../../control/credentials.ts'
import { inWords } from '../duration.ts'
import { credentialName, kinds } from './credential-name.ts'
import { CopyButton, Name, SureButton } from '../components.tsx'

interface CredentialListProps {
  readonly credentials: readonly ListedCredential[]
  readonly onRevoke?: (credential: ListedCredential) => void
}

/** Credentials, those that expire first at the top. */
export function CredentialList({ credentials, onRevoke }: CredentialListProps): VNode {
  const sorted = credentials.toSorted(
    (left, right) =>
      (left.secondsLeft ?? Number.POSITIVE_INFINITY) - (right.secondsLeft ?? Number.POSITIVE_INFINITY) ||
      (left.kind < right.kind ? -1 : 1),
  )
  return (
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
          {onRevoke && (
            <div class="actions">
              <SureButton label="Revoke" sure="Revoke it now" onSure={() => onRevoke(credential)} />
            </div>
          )}
        </li>
      ))}
    </ul>
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
