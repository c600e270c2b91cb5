import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/**
 * Made on first use, so that an environment without TextEncoder can load this module and get an error that names it.
 */
let encoder: TextEncoder | undefined

/** The SHA-256 of a secret in hexadecimal. It has no salt: secrets are random, and are looked up by their hash. */
export function hashSecret(secret: string): string {
  return bytesToHex(sha256((encoder ??= new TextEncoder()).encode(secret)))
}
