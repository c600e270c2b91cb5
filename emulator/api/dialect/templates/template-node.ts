/** A template that was read: what is literal, and where holes are. */
export type TemplateNode =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'hole'; readonly hole: string }
  | { readonly kind: 'text'; readonly parts: readonly TextPart[] }
  | { readonly kind: 'array'; readonly items: readonly TemplateNode[] }
  | { readonly kind: 'object'; readonly members: readonly TemplateMember[] }

/** A member of an object: its name is literal, or a hole that is filled with a name. */
export interface TemplateMember {
  readonly name: string
  readonly isHole: boolean
  readonly value: TemplateNode
}

/** A part of a text. */
export type TextPart = { readonly literal: string } | { readonly hole: string }

/** The holes of a template, each as often as it stands there. */
export function holesIn(node: TemplateNode): readonly string[] {
  switch (node.kind) {
    case 'literal':
      return []
    case 'hole':
      return [node.hole]
    case 'text':
      return node.parts.flatMap((part) => ('hole' in part ? [part.hole] : []))
    case 'array':
      return node.items.flatMap(holesIn)
    case 'object':
      return node.members.flatMap(({ name, isHole, value }) => [...(isHole ? [name] : []), ...holesIn(value)])
  }
}
