import { verificationText, verifyBundle } from '../../conformance/report/verify-bundle.ts'
import { readBundle } from './conformance/bundle-directory.ts'
import { blaming, UsageError } from '../usage-error.ts'

/**
 * `emulator conformance verify DIR`: says whether a bundle is complete and what it proves. Exits with 1 if it is not
 * complete, and otherwise with the exit code of its run.
 */
export async function verify(directory: string | undefined): Promise<number> {
  if (directory === undefined)
    throw new UsageError('verify needs the directory of a bundle, as --report bundle=DIR writes it.')
  const content = readBundle(directory)
  const verified = blaming(directory, () => verifyBundle(content))
  process.stdout.write(verificationText(verified))
  return verified.exitCode
}
