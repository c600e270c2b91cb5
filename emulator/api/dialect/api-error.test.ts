import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'

function refuse(): ApiError {
  return new ApiError('refused', 'Give it another value.')
}

it('has no stack trace, and leaves other errors theirs', () => {
  const { stackTraceLimit } = Error
  expect(refuse().stack).not.toContain('\n')
  expect(Error.stackTraceLimit).toBe(stackTraceLimit)
  expect(new Error('another').stack?.split('\n').length).toBeGreaterThan(3)
})

it('is made where errors know no limit, and where it cannot be changed', () => {
  const { stackTraceLimit } = Error
  try {
    Reflect.deleteProperty(Error, 'stackTraceLimit')
    expect(refuse().message).toBe('Give it another value.')
    expect(Object.hasOwn(Error, 'stackTraceLimit')).toBe(false)
    Object.defineProperty(Error, 'stackTraceLimit', { value: 5, writable: false, configurable: true })
    expect(refuse().message).toBe('Give it another value.')
  } finally {
    Object.defineProperty(Error, 'stackTraceLimit', { value: stackTraceLimit, writable: true, configurable: true })
  }
})
