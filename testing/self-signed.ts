// A certificate for tests of HTTPS. node:crypto makes and uses keys, and has no certificates. The libraries that have them
// bring twenty packages and a polyfill of a global; this one certificate is a fixed form of a few dozen lines.
import { isIP } from 'node:net'

/** A private key and its certificate, as PEM. */
export interface KeyPair {
  readonly key: string
  readonly cert: string
}

/** Its validity. Apple's systems refuse certificates of more than 825 days. */
const days = 800

/**
 * Makes a certificate that signs itself, so that a client trusts it by its own file.
 * @param hosts The names and addresses that it is for.
 * @param now Milliseconds since 1970.
 */
export function selfSigned(hosts: readonly string[], now: number): KeyPair {
  const { generateKeyPairSync, randomBytes, sign } = process.getBuiltinModule('node:crypto')
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signature = sequence(ecdsaWithSha256)
  const name = sequence(tagged(0x31, sequence(commonName, derText('Platform Data API emulator'))))
  const validity = sequence(derTime(now - 3_600_000), derTime(now + days * 86_400_000))
  // RFC 5280 section 4.1.2.2: positive, and not the number of another certificate.
  const serial = tagged(0x02, Uint8Array.of(0x40, ...randomBytes(15)))
  const extensions = sequence(
    // A certificate authority, as systems trust no other certificate that an administrator adds.
    extension(basicConstraints, sequence(tagged(0x01, Uint8Array.of(0xff))), true),
    // Python 3.13 asks it of an authority: the key signs certificates and handshakes, and has an id.
    extension(keyUsage, tagged(0x03, Uint8Array.of(0x02, 0x84)), true),
    extension(subjectKeyId, tagged(0x04, Uint8Array.from(randomBytes(20)))),
    // For servers, and for clients that are asked for one.
    extension(
      extendedKeyUsage,
      sequence(...[1, 2].map((use) => Uint8Array.of(0x06, 0x08, 0x2b, 6, 1, 5, 5, 7, 3, use))),
    ),
    extension(alternativeNames, sequence(...hosts.map(alternativeName))),
  )
  const key = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }))
  const version = tagged(0xa0, Uint8Array.of(0x02, 0x01, 0x02))
  const certificate = sequence(version, serial, signature, name, validity, name, key, tagged(0xa3, extensions))
  const bits = Uint8Array.of(0, ...sign('sha256', certificate, privateKey))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem('CERTIFICATE', sequence(certificate, signature, tagged(0x03, bits))),
  }
}

// Object identifiers in DER, with their tag and length.
const ecdsaWithSha256 = Uint8Array.of(0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2)
const commonName = Uint8Array.of(0x06, 0x03, 0x55, 4, 3)
const basicConstraints = Uint8Array.of(0x06, 0x03, 0x55, 0x1d, 19)
const subjectKeyId = Uint8Array.of(0x06, 0x03, 0x55, 0x1d, 14)
const keyUsage = Uint8Array.of(0x06, 0x03, 0x55, 0x1d, 15)
const extendedKeyUsage = Uint8Array.of(0x06, 0x03, 0x55, 0x1d, 37)
const alternativeNames = Uint8Array.of(0x06, 0x03, 0x55, 0x1d, 17)

/** A value in DER: its tag, the length, the content. */
function tagged(tag: number, content: Uint8Array): Uint8Array {
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Uint8Array.of(tag, ...size, ...content)
}

function sequence(...parts: readonly Uint8Array[]): Uint8Array {
  return tagged(0x30, Uint8Array.from(parts.flatMap((part) => [...part])))
}

function derText(value: string): Uint8Array {
  return tagged(0x0c, new TextEncoder().encode(value))
}

/** RFC 5280 section 4.1.2.5: UTCTime, which is right until 2049. */
function derTime(at: number): Uint8Array {
  const digits = new Date(at).toISOString().replaceAll(/\D/g, '').slice(2, 14)
  return tagged(0x17, new TextEncoder().encode(`${digits}Z`))
}

function extension(id: Uint8Array, value: Uint8Array, critical = false): Uint8Array {
  return sequence(id, ...(critical ? [tagged(0x01, Uint8Array.of(0xff))] : []), tagged(0x04, value))
}

function alternativeName(host: string): Uint8Array {
  const version = isIP(host)
  if (version === 0) return tagged(0x82, new TextEncoder().encode(host))
  return tagged(0x87, version === 4 ? Uint8Array.from(host.split('.'), Number) : ipv6(host))
}

function ipv6(host: string): Uint8Array {
  // The URL parser writes the last two groups of an address such as ::ffff:127.0.0.1 in hexadecimal.
  const [head = '', tail] = new URL(`http://[${host}]`).hostname.slice(1, -1).split('::')
  const groups = (half: string) => (half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16)))
  const [first, last] = [groups(head), groups(tail ?? '')]
  const all = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
  return Uint8Array.from(all.flatMap((group) => [group >> 8, group & 0xff]))
}

function pem(label: string, der: Uint8Array): string {
  const lines = Buffer.from(der)
    .toString('base64')
    .match(/.{1,64}/g)!
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}
