import { createRequestLog, type RequestLog } from './request-log.ts'

/** Makes the log of requests on standard error, in colour on a terminal unless NO_COLOR is set. */
export function openLog(level: 'line' | 'full'): RequestLog {
  const { stderr } = process
  // Who closed it does not want the log.
  stderr.on('error', () => {})
  return createRequestLog({
    full: level === 'full',
    coloured: stderr.isTTY && stderr.hasColors(),
    write: (text) => void stderr.write(text),
  })
}
