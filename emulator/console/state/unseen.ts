// Every view shows untrusted texts. Invisible characters, and those that change the direction of reading, are displayed
// as code points.
import { options, type VNode } from 'preact'

/** Control characters, direction marks, other format characters, separators, and characters without a glyph. */
const unseen = /(?![ \n\t])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu

function codePointText(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}

/** A text with unseen characters as `⟨U+202E⟩`. Line breaks and tabs are kept. */
export function showUnseen(text: string): string {
  return text.replaceAll(unseen, (character) => `⟨${codePointText(character)}⟩`)
}

/** JSON with unseen characters escaped: the same value, for an editable control. */
export function escapeUnseen(json: string): string {
  const escape = (unit: string) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return json.replaceAll(unseen, (character) => character.replaceAll(/[^]/g, escape))
}

/** Attributes with texts for people: tooltips and labels for screen readers. */
const readAttributes = ['title', 'aria-label', 'placeholder']

/** Makes every rendered text show its unseen characters, so that no view can forget it. */
export function showUnseenEverywhere(): void {
  const next = options.vnode
  options.vnode = (vnode: VNode) => {
    // Preact makes a node without a type of each text; its props are the text.
    const node: { readonly type: unknown; props: unknown } = vnode
    if (node.type === null && typeof node.props === 'string') node.props = showUnseen(node.props)
    else if (typeof node.type === 'string') showInAttributes(vnode.props as Record<string, unknown>)
    next?.(vnode)
  }
}

function showInAttributes(props: Record<string, unknown>): void {
  for (const name of readAttributes) {
    const text = props[name]
    if (typeof text === 'string') props[name] = showUnseen(text)
  }
}
