import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { BoundedMemo } from './bounded-memo.ts'

/** Made on first use: an environment without it must be able to load this, to be told what it lacks. */
let encoder: TextEncoder | undefined

/** The SHA-256 of a secret in hexadecimal. It has no salt: secrets are random, and are looked up by their hash. */
export function hashOf(secret: string): string {
  return bytesToHex(sha256((encoder ??= new TextEncoder()).encode(secret)))
}

/** The same, which remembers the latest secrets: a client sends one again and again, and a hash is dear. */
export function rememberHashes(): (secret: string) => string {
  const recent = new BoundedMemo(100, hashOf)
  return (secret) => recent.of(secret)
}
