import { describe, expect, test } from 'vitest'
import { administratorAddress } from '../../../../../src/server/use-cases/people/administrators/administrator-address'

const HOW = 'npm run administrator -- EMAIL'

describe('the address of an administrator', () => {
  test.each<[string, string[]]>([
    [`Write one email address: ${HOW}`, []],
    [`Write one email address: ${HOW}`, ['a@example.org', 'b@example.org']],
    [`"rosa" is not an email address. Write: ${HOW}`, ['rosa']],
    [`"--help" is not an email address. Write: ${HOW}`, ['--help']],
    [`"" is not an email address. Write: ${HOW}`, ['']],
    [
      `"rosa@example.org\\nBcc: x@example.org" is not an email address. Write: ${HOW}`,
      ['rosa@example.org\nBcc: x@example.org'],
    ],
    [`rosa@example.invalid cannot receive email. Write: ${HOW}`, ['rosa@example.invalid']],
  ])('is refused in one line: %s', (refusal, parameters) => {
    expect(administratorAddress(parameters)).toEqual({ ok: false, refusal })
  })

  test('is accepted as it is written, without blanks around it', () => {
    expect(administratorAddress([' Rosa.Okafor@example.org '])).toEqual({ ok: true, value: 'Rosa.Okafor@example.org' })
  })
})
