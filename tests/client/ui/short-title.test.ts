import { expect, test } from 'vitest'
import { shortTitle } from '../../../src/client/ui/short-title'

test.each([
  ['CEDAR: fosfomycin or nitrofurantoin', 'CEDAR', 'fosfomycin or nitrofurantoin'],
  ['LANTERN: one: and two', 'LANTERN', 'one: and two'],
  ['The International Stroke Trial, UK', 'The International Stroke Trial, UK', null],
  [': without a name', ': without a name', null],
  ['Without more:', 'Without more:', null],
])('of %s the name is %s', (title, name, rest) => {
  expect(shortTitle(title)).toEqual({ name, rest })
})
