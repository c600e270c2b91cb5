import type { VNode } from 'preact'

interface TypedValueProps {
  readonly name: string
  /** True if nobody should read it over a shoulder. */
  readonly isSecret: boolean
  readonly required?: boolean
  readonly placeholder?: string
}

/** An input for a value that may be a secret. */
export function TypedValue({ name, isSecret, required = false, placeholder = '' }: TypedValueProps): VNode {
  const common = { name, required, autocomplete: 'off', spellcheck: false, size: 20 }
  return isSecret ? <input {...common} type="password" /> : <input {...common} placeholder={placeholder} />
}
