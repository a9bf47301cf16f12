import { ERRORS } from '#contract/errors'
import { describe, expect, it } from 'vitest'
import { sourcesIn } from './house-files'

const server = sourcesIn('src/server', 'src/domain')

describe('the table of errors', () => {
  it.each(Object.keys(ERRORS))('lists %s, with which the server refuses', (code) => {
    const words = code === 'validation_failed' ? 'invalidFields(' : `'${code}'`
    expect(server.some(({ text }) => text.includes(words))).toBe(true)
  })

  it.each(Object.entries(ERRORS))('tells people about %s in a sentence of its own', (_code, { message }) => {
    expect(Object.values(ERRORS).filter((other) => other.message === message)).toHaveLength(1)
    expect(message).toMatch(/^[A-Z].*[^.]$/)
  })
})
