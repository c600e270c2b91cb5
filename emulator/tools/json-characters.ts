// The codes of the characters that JSON is built of (RFC 8259, 2).
export const quote = 0x22
export const backslash = 0x5c
export const openBracket = 0x5b
export const closeBracket = 0x5d
export const openBrace = 0x7b
export const closeBrace = 0x7d
export const comma = 0x2c
