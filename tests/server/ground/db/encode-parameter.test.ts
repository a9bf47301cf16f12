import { describe, expect, it } from 'vitest'
import { encodeParameter } from '../../../../src/server/ground/db/encode-parameter'

describe('a value that no column can hold is refused as a parameter', () => {
  it.each([
    ['function', () => 1],
    ['symbol', Symbol('x')],
  ])('a %s', (type, value) => {
    expect(() => encodeParameter(value)).toThrow(`A ${type} cannot be a parameter of a query`)
    expect(() => encodeParameter([value])).toThrow(`A ${type} cannot be a parameter of a query`)
  })

  it('an object that contains itself', () => {
    const object: Record<string, unknown> = {}
    object['self'] = object
    expect(() => encodeParameter(object)).toThrow('circular')
  })
})
