import { describe, expect, it } from 'vitest'
import { canonicalJson, type Canonical } from '../../../../src/server/ground/ledger/canonical-json'

describe('canonical JSON', () => {
  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY])('of %d does not exist', (value) => {
    expect(() => canonicalJson({ value })).toThrow(RangeError)
  })

  it.each<{ value: Canonical; text: string }>([
    { value: {}, text: '{}' },
    { value: [], text: '[]' },
    { value: { b: 1, a: [2, { d: 'x y', c: -3 }] }, text: '{"a":[2,{"c":-3,"d":"x y"}],"b":1}' },
    { value: { aa: 1, a: 2, B: 3, _: 4, 9: 5, 10: 6 }, text: '{"10":6,"9":5,"B":3,"_":4,"a":2,"aa":1}' },
    { value: { quote: '"\\\n' }, text: '{"quote":"\\"\\\\\\n"}' },
    { value: { large: 9007199254740991, zero: -0 }, text: '{"large":9007199254740991,"zero":0}' },
    { value: { constructor: 1, toString: 2 }, text: '{"constructor":1,"toString":2}' },
  ])('is $text', ({ value, text }) => {
    expect(canonicalJson(value)).toBe(text)
  })

  it('does not depend on the order in which fields were written', () => {
    expect(canonicalJson({ i: 1, at: 'x', type: 'y' })).toBe(canonicalJson({ type: 'y', at: 'x', i: 1 }))
  })
})
