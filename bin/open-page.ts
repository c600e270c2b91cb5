import { spawn } from 'node:child_process'

/** The command that opens a page, by platform. */
const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Opens a page in the browser of this machine. Without a browser it does nothing; the address is printed anyway. */
export function openPage(url: string, platform: string = process.platform): void {
  const [command, ...args] = openers[platform] ?? ['xdg-open']
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
