import { readPackageFile } from '../package-file.ts'

/**
 * The text of a small client of the control API, or of the pytest fixture that uses it. init writes them beside the
 * tests of languages without a package.
 */
export function controlClient(file: 'platform_emulator.py' | 'conftest.py' | 'platformemulator.go'): string {
  return readPackageFile(`init/control-clients/${file}`)
}
