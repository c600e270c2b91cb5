/** The letters and digits of a text in one case and one form, and where each stands. Nothing else counts. */
export interface Canonical {
  readonly length: number
  readonly codes: Uint16Array
  /** The unit of the text at which each one stands. */
  readonly units: Uint32Array
}

/** For each character of ASCII the code that it counts as; 0 for one that does not count. */
const plain = Uint8Array.from({ length: 128 }, (_, code) =>
  /[0-9A-Za-z]/.test(String.fromCharCode(code)) ? String.fromCharCode(code).toLowerCase().charCodeAt(0) : 0,
)

/** A text without case, separators, accents, and such forms of letters as are full-width or mathematical. */
export function canonicalOf(text: string): Canonical {
  let codes = new Uint16Array(text.length)
  let units = new Uint32Array(text.length)
  let length = 0
  const push = (code: number, unit: number): void => {
    if (length === codes.length) {
      codes = grown(codes, Uint16Array)
      units = grown(units, Uint32Array)
    }
    codes[length] = code
    units[length++] = unit
  }
  for (let unit = 0; unit < text.length; unit++) {
    const code = text.charCodeAt(unit)
    if (code < 128) {
      if (plain[code]! > 0) push(plain[code]!, unit)
      continue
    }
    const point = text.codePointAt(unit)!
    for (const one of lettersOf(point)) push(one, unit)
    if (point > 0xffff) unit++
  }
  return { length, codes, units }
}

/** Each unit of a text as it is, for texts of signs alone. */
export function literalOf(text: string): Canonical {
  return {
    length: text.length,
    codes: Uint16Array.from({ length: text.length }, (_, unit) => text.charCodeAt(unit)),
    units: Uint32Array.from({ length: text.length }, (_, unit) => unit),
  }
}

function grown<T extends Uint16Array | Uint32Array>(array: T, Kind: new (length: number) => T): T {
  const next = new Kind(array.length * 2 + 16)
  next.set(array)
  return next
}

function lettersOf(point: number): readonly number[] {
  const text = String.fromCodePoint(point).normalize('NFKD').toLowerCase().normalize('NFKD')
  if (!/[\p{L}\p{N}]/u.test(text)) return []
  const letters = text.replaceAll(/[^\p{L}\p{N}]/gu, '')
  return Array.from({ length: letters.length }, (_, at) => letters.charCodeAt(at))
}
