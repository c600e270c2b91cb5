import { spawnSync } from 'node:child_process'

/** Debian has servers in folders that a user's PATH may lack. */
process.env['PATH'] += ':/usr/local/sbin:/usr/sbin:/sbin'

const hasProgram = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0

/**
 * Installs Debian packages whose programs are missing. Returns why it could not, for the name of a skipped test;
 * undefined when the programs are there.
 * @param programs The package of each program, by its name.
 */
export function installDebian(programs: Readonly<Record<string, string>>): string | undefined {
  const missing = () => Object.keys(programs).filter((program) => !hasProgram(program))
  if (missing().length === 0) return undefined
  if (process.getuid?.() !== 0 || !hasProgram('apt-get'))
    return `without ${missing().join(', ')}, and not root on Debian`
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', ...args], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  const packages = missing().map((program) => programs[program]!)
  const install = () => apt('install', '-y', '--no-install-recommends', ...packages).status === 0
  // The package lists may be missing or old.
  if (!install()) {
    apt('update')
    install()
  }
  return missing().length === 0 ? undefined : `apt-get cannot install ${packages.join(', ')}`
}
