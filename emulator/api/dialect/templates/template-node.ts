/** A template that was read: literals and holes. */
export type TemplateNode =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'hole'; readonly hole: string }
  | { readonly kind: 'text'; readonly parts: readonly TextPart[] }
  | { readonly kind: 'array'; readonly items: readonly TemplateNode[] }
  | { readonly kind: 'object'; readonly members: readonly TemplateMember[] }
  /** A part that is written only if a hole has a value, or only if it has none. */
  | { readonly kind: 'when'; readonly hole: string; readonly isFilled: boolean; readonly node: TemplateNode }
  /** A part for each value of a hole: an array, or an object whose members `key` names. */
  | { readonly kind: 'each'; readonly hole: string; readonly key: string | undefined; readonly node: TemplateNode }
  /** The value of a hole as text. */
  | { readonly kind: 'asText'; readonly hole: string }

/** A member of an object: its name is literal, or a hole that is filled with a name. */
export interface TemplateMember {
  readonly name: string
  readonly isHole: boolean
  readonly value: TemplateNode
}

/** A part of a string. */
export type TextPart = { readonly literal: string } | { readonly hole: string }

/** The holes of a template, each as often as it occurs. */
export function collectHoles(node: TemplateNode): readonly string[] {
  switch (node.kind) {
    case 'literal':
      return []
    case 'hole':
    case 'asText':
      return [node.hole]
    case 'when':
      return collectHoles(node.node)
    case 'each':
      return [node.hole, ...(node.key === undefined ? [] : [node.key]), ...collectHoles(node.node)]
    case 'text':
      return node.parts.flatMap((part) => ('hole' in part ? [part.hole] : []))
    case 'array':
      return node.items.flatMap(collectHoles)
    case 'object':
      return node.members.flatMap(({ name, isHole, value }) => [...(isHole ? [name] : []), ...collectHoles(value)])
  }
}

/** A part that is repeated. */
export type EachNode = Extract<TemplateNode, { kind: 'each' }>

/** The parts that are repeated for each value of a hole, at any depth. */
export function collectEaches(node: TemplateNode, hole: string): readonly EachNode[] {
  switch (node.kind) {
    case 'each':
      return node.hole === hole ? [node] : []
    case 'when':
      return collectEaches(node.node, hole)
    case 'array':
      return node.items.flatMap((item) => collectEaches(item, hole))
    case 'object':
      return node.members.flatMap(({ value }) => collectEaches(value, hole))
    default:
      return []
  }
}
