/** A sentence on lines that are not too long. */
export function docComment(text: string): string {
  const lines = text.match(/.{1,110}(?: |$)/g) ?? []
  return lines.length === 1 ? `/** ${text} */` : `/**\n${lines.map((line) => ` * ${line.trim()}`).join('\n')}\n */`
}
