/** A short checksum of a text (FNV-1a), to notice that it is another one. It is no protection against forgery. */
export function checksum(text: string): string {
  let sum = 0x811c9dc5
  for (let index = 0; index < text.length; index++) sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193)
  return `${text.length}-${(sum >>> 0).toString(16).padStart(8, '0')}`
}
