import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

const encoder = new TextEncoder()

/** The SHA-256 of a secret in hexadecimal. It has no salt: secrets are random, and are looked up by their hash. */
export function hashOf(secret: string): string {
  return bytesToHex(sha256(encoder.encode(secret)))
}
