import { hkdfSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hmacSha256, sha256 } from '../../../../src/server/ground/secrets/sha256'

const hex = (bytes: ArrayBuffer | Uint8Array) => Buffer.from(new Uint8Array(bytes)).toString('hex')
const bytes = (length: number, first: number, step = 0) =>
  Uint8Array.from({ length }, (_, index) => first + step * index)
const text = (ascii: string) => Buffer.from(ascii, 'ascii')

describe('SHA-256 answers as FIPS 180-4 says', () => {
  it.each([
    { parts: [], digest: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' },
    { parts: ['abc'], digest: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' },
    { parts: ['a', '', text('bc')], digest: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' },
  ])('over the parts $parts', ({ parts, digest }) => {
    expect(hex(sha256(...parts))).toBe(digest)
  })
})

describe('HMAC-SHA-256 answers as RFC 4231 says', () => {
  it.each([
    {
      of: 'case 1',
      key: bytes(20, 0x0b),
      data: text('Hi There'),
      mac: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    },
    {
      of: 'case 2, a short key',
      key: text('Jefe'),
      data: text('what do ya want for nothing?'),
      mac: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    },
    {
      of: 'case 3',
      key: bytes(20, 0xaa),
      data: bytes(50, 0xdd),
      mac: '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
    },
    {
      of: 'case 6, a key longer than a block',
      key: bytes(131, 0xaa),
      data: text('Test Using Larger Than Block-Size Key - Hash Key First'),
      mac: '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    },
  ])('in $of', ({ key, data, mac }) => {
    expect(hex(hmacSha256(key, data))).toBe(mac)
  })
})

describe('HKDF-SHA-256 of this platform answers as RFC 5869 says', () => {
  it.each([
    {
      of: 'test case 1',
      ikm: bytes(22, 0x0b),
      salt: bytes(13, 0x00, 1),
      info: bytes(10, 0xf0, 1),
      okm: '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
    },
    {
      of: 'test case 2, longer than one block',
      ikm: bytes(80, 0x00, 1),
      salt: bytes(80, 0x60, 1),
      info: bytes(80, 0xb0, 1),
      okm:
        'b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09' +
        'da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87',
    },
    {
      of: 'test case 3, without salt and info',
      ikm: bytes(22, 0x0b),
      salt: bytes(0, 0),
      info: bytes(0, 0),
      okm: '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8',
    },
  ])('in $of', ({ ikm, salt, info, okm }) => {
    expect(hex(hkdfSync('sha256', ikm, salt, info, okm.length / 2))).toBe(okm)
  })
})
