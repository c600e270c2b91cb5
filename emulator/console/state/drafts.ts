// Unsent texts, by form and field. They survive navigation and a reload.
import { type Signal, signal } from '@preact/signals'

const storageKey = 'emulator.drafts'

/** Texts by the names of fields. */
export type Texts = Readonly<Record<string, string>>

type Forms = Readonly<Record<string, Texts>>

function readForms(text: string | null): Forms {
  try {
    const isTexts = (texts: unknown) =>
      typeof texts === 'object' && texts !== null && Object.values(texts).every((text) => typeof text === 'string')
    const forms = Object.entries(JSON.parse(text ?? '{}') as Forms)
    return Object.fromEntries(forms.filter(([, texts]) => isTexts(texts)))
  } catch {
    return {}
  }
}

/** Replaces the texts of a form. */
function replaceTexts(forms: Forms, form: string, texts: Texts): Forms {
  const { [form]: _before, ...others } = forms
  return Object.keys(texts).length === 0 ? others : { ...others, [form]: texts }
}

/** The unsent texts of one tab. They are kept until the tab is closed, secrets until the page is left. */
export class Drafts {
  readonly #kept: Signal<Forms>
  readonly #secrets: Signal<Forms> = signal({})
  readonly #storage: Storage
  #isFull = false

  constructor(storage: Storage) {
    this.#storage = storage
    this.#kept = signal(readForms(storage.getItem(storageKey)))
  }

  /** True if a reload would lose something: secrets are written nowhere. */
  get areLostByReload(): boolean {
    return Object.keys(this.#secrets.value).length > 0 || this.#isFull
  }

  has(form: string): boolean {
    return Object.keys(this.get(form)).length > 0
  }

  get(form: string): Texts {
    return { ...this.#kept.value[form], ...this.#secrets.value[form] }
  }

  /** Keeps the texts of a form. */
  set(form: string, texts: Texts, isSecret: (field: string) => boolean = () => false): void {
    const { true: hidden = [], false: plain = [] } = Object.groupBy(Object.entries(texts), ([field]) =>
      String(isSecret(field)),
    )
    this.#secrets.value = replaceTexts(this.#secrets.value, form, Object.fromEntries(hidden))
    this.#kept.value = replaceTexts(this.#kept.value, form, Object.fromEntries(plain))
    try {
      this.#storage.setItem(storageKey, JSON.stringify(this.#kept.value))
      this.#isFull = false
    } catch {
      this.#isFull = true
    }
  }
}
