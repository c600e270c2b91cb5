// A certificate that is signed by itself, for servers and clients of tests.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether the machine has openssl. */
export const hasOpenssl: boolean = spawnSync('openssl', ['version']).status === 0

interface MadeCertificate {
  readonly key: Buffer
  readonly cert: Buffer
  readonly keyFile: string
  readonly certFile: string
}

/** Makes a certificate for 127.0.0.1, with its key, in files of PEM. */
export function madeCertificate(): MadeCertificate {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'))
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  spawnSync('openssl', ['req', '-x509', ...curve, ...names, '-keyout', keyFile, '-out', certFile])
  return { key: readFileSync(keyFile), cert: readFileSync(certFile), keyFile, certFile }
}
