import { describe, expect, it } from 'vitest'
import { keySheet } from '../../../src/server/ground/labels/key-sheet'
import { keyOfShares, sharesOf } from '../../../src/server/ground/secrets/key-shares'
import { printed, symbolsIn } from '../../support/read-symbols'
import { seededBytes } from '../../support/seeded-bytes'

const KEY = seededBytes('key')(32)
const OTHER = seededBytes('other')(32)
const WHOLE = { ok: true, value: { key: KEY, wrong_share: null } }

const withWrongDigit = (share: string) => share.slice(0, -3) + (share.at(-3) === '0' ? '1' : '0') + share.slice(-2)

describe('the shares of a key', () => {
  it.each([
    [0, 1],
    [0, 2],
    [1, 2],
  ])('restore it by any two of the three: %i and %i', async (one, two) => {
    const shares = await sharesOf(KEY, seededBytes('a printing'))
    expect(shares).toHaveLength(3)
    expect(await keyOfShares(`${shares[two]}\n${shares[one]?.toUpperCase()}`)).toEqual(WHOLE)
  })

  it('restore it as they are on their sheets, in lines of 32', async () => {
    const typed = (await sharesOf(KEY, seededBytes('a printing')))
      .slice(0, 2)
      .map((share) => share.match(/.{1,32}/g)?.join('\n'))
    expect(await keyOfShares(typed.join('\n'))).toEqual(WHOLE)
  })

  it('are refused where there is one, or one twice', async () => {
    const [share = ''] = await sharesOf(KEY, seededBytes('a printing'))
    for (const typed of ['', share, `${share}\n${share}`])
      expect(await keyOfShares(typed)).toEqual({ ok: false, refusal: 'Enter 2 different shares, each whole' })
  })

  it('are refused with a wrong digit, and of two keys', async () => {
    const [one = '', two = ''] = await sharesOf(KEY, seededBytes('a printing'))
    expect(await keyOfShares(`${withWrongDigit(one)}\n${two}`)).toMatchObject({
      refusal: expect.stringContaining('wrong digit'),
    })
    const [, stranger = ''] = await sharesOf(OTHER, seededBytes('a printing'))
    expect(await keyOfShares(`${one}\n${stranger}`)).toMatchObject({
      refusal: expect.stringContaining('different keys'),
    })
  })

  it('are refused of two printings, also where both have the same number', async () => {
    const [one = ''] = await sharesOf(KEY, seededBytes('a printing'))
    const [first = '', second = ''] = await sharesOf(KEY, seededBytes('another printing'))
    for (const other of [first, second])
      expect(await keyOfShares(`${one}\n${other}`)).toMatchObject({
        refusal: expect.stringMatching(/^These are shares of different printings: [0-9a-f]{4}, [0-9a-f]{4}\./),
      })
  })

  it.each([0, 1, 2])('all three restore it with a wrong digit in one, which is named: %i', async (wrong) => {
    const shares = await sharesOf(KEY, seededBytes('a printing'))
    const typed = shares.map((share, index) => (index === wrong ? withWrongDigit(share) : share))
    expect(await keyOfShares(typed.join('\n'))).toEqual({ ok: true, value: { key: KEY, wrong_share: wrong + 1 } })
    expect(await keyOfShares(shares.join('\n'))).toEqual(WHOLE)
  })

  it('are refused with a wrong digit in two of three', async () => {
    const [one = '', two = '', three = ''] = await sharesOf(KEY, seededBytes('a printing'))
    const typed = [withWrongDigit(one), withWrongDigit(two), three].join('\n')
    expect(await keyOfShares(typed)).toMatchObject({ refusal: expect.stringContaining('wrong digit') })
  })
})

it('a printed sheet has the secret as a QR code and in letters', async () => {
  const [secret = ''] = await sharesOf(KEY, seededBytes('a printing'))
  const sheet = { title: 'A share', lines: ['Keep it.'], secret, made_at: '2026-11-21T05:03:00.000Z' }
  const [page] = await printed(await keySheet(sheet))
  if (!page) throw new Error('no page')
  expect(await symbolsIn(page.picture, 'QRCode')).toEqual([secret])
  expect(page.text.replaceAll(/\s/g, '')).toContain(secret)
})
