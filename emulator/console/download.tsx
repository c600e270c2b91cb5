import type { VNode } from 'preact'

/** A button that saves a text as a file. */
export function DownloadButton({
  name,
  text,
  label,
}: {
  readonly name: string
  readonly text: string
  readonly label: string
}): VNode {
  const save = () => {
    const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
    const link = Object.assign(document.createElement('a'), { href: url, download: name })
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
  }
  return (
    <button type="button" onClick={save}>
      {label}
    </button>
  )
}
