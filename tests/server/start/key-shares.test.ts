import { describe, expect, it } from 'vitest'
import { keySheet } from '../../../src/server/ground/labels/key-sheet'
import { keyOfShares, sharesOf } from '../../../src/server/ground/secrets/key-shares'
import { printed, symbolsIn } from '../../support/read-symbols'
import { seededBytes } from '../../support/seeded-bytes'

const KEY = seededBytes('key')(32)
const OTHER = seededBytes('other')(32)

describe('the shares of a key', () => {
  it.each([
    [0, 1],
    [0, 2],
    [1, 2],
  ])('give it again by any two of the three: %i and %i', async (one, two) => {
    const shares = await sharesOf(KEY)
    expect(shares).toHaveLength(3)
    expect(await keyOfShares(`${shares[two]}\n${shares[one]?.toUpperCase()}`)).toEqual({ ok: true, value: KEY })
  })

  it('give it as they stand on their sheets, in lines of 32', async () => {
    const typed = (await sharesOf(KEY)).slice(0, 2).map((share) => share.match(/.{1,32}/g)?.join('\n'))
    expect(await keyOfShares(typed.join('\n'))).toEqual({ ok: true, value: KEY })
  })

  it('are refused where there is one, or one twice', async () => {
    const [share = ''] = await sharesOf(KEY)
    for (const typed of ['', share, `${share}\n${share}`])
      expect(await keyOfShares(typed)).toEqual({ ok: false, refusal: 'Enter 2 different shares, each whole' })
  })

  it('are refused with a wrong digit, and of two keys', async () => {
    const [one = '', two = ''] = await sharesOf(KEY)
    const wrong = one.slice(0, -3) + (one.at(-3) === '0' ? '1' : '0') + one.slice(-2)
    expect(await keyOfShares(`${wrong}\n${two}`)).toMatchObject({ refusal: expect.stringContaining('wrong digit') })
    const [, stranger = ''] = await sharesOf(OTHER)
    expect(await keyOfShares(`${one}\n${stranger}`)).toMatchObject({
      refusal: expect.stringContaining('different keys'),
    })
  })
})

it('a printed sheet has the secret as a QR code and in letters', async () => {
  const [secret = ''] = await sharesOf(KEY)
  const sheet = { title: 'A share', lines: ['Keep it.'], secret, made_at: '2026-11-21T05:03:00.000Z' }
  const [page] = await printed(await keySheet(sheet))
  if (!page) throw new Error('no page')
  expect(await symbolsIn(page.picture, 'QRCode')).toEqual([secret])
  expect(page.text.replaceAll(/\s/g, '')).toContain(secret)
})
