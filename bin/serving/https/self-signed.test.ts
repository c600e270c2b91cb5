import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Clock } from '../../../emulator/world/clock.ts'
import { selfSigned } from './self-signed.ts'

const directory = mkdtempSync(join(tmpdir(), 'emulator-https-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const hosts = ['localhost', '127.0.0.1', '::1', 'fe80::1:2', '::ffff:10.0.0.1', 'emulator.internal']

it('signs itself, for its hosts alone, for less than 825 days', () => {
  const now = new Clock().now()
  const certificate = new X509Certificate(selfSigned(hosts, now).cert)
  expect([certificate.verify(certificate.publicKey), certificate.ca]).toEqual([true, true])
  for (const host of ['localhost', 'emulator.internal']) expect(certificate.checkHost(host)).toBe(host)
  for (const address of ['127.0.0.1', '::1', 'fe80::1:2', '::ffff:10.0.0.1'])
    expect([address, certificate.checkIP(address) === undefined]).toEqual([address, false])
  expect([certificate.checkHost('example.com'), certificate.checkIP('127.0.0.2')]).toEqual([undefined, undefined])
  const [from, to] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)]
  expect([from < now, to > now + 700 * 86_400_000, to - from < 825 * 86_400_000]).toEqual([true, true, true])
})

it('has another key and another number each time', () => {
  const [first, second] = [selfSigned(hosts, 0), selfSigned(hosts, 0)]
  expect(first.key).not.toBe(second.key)
  expect(new X509Certificate(first.cert).serialNumber).not.toBe(new X509Certificate(second.cert).serialNumber)
})

const openssl = ['/usr/bin/openssl', '/usr/local/bin/openssl', '/opt/homebrew/bin/openssl'].find((path) =>
  existsSync(path),
)

it.skipIf(openssl === undefined)('is taken by OpenSSL, also where it is strict', () => {
  const file = join(directory, 'cert.pem')
  writeFileSync(file, selfSigned(hosts, new Clock().now()).cert)
  expect(execFileSync(openssl!, ['verify', '-x509_strict', '-CAfile', file, file], { encoding: 'utf8' })).toContain(
    'OK',
  )
})
