import { accepted, refused, type Outcome } from '#domain/outcome'
import { combine, split } from 'shamir-secret-sharing'
import { keyIdText } from './seed-keys'

/** How many shares a key is split into, and how many of them give it again. */
export const SHARES = 3
export const SHARES_NEEDED = 2

/** A share as it is printed, in small letters: its number, the id of its key, and its bytes in hexadecimal. */
const SHARE = /equipoise-share-([1-9])-([0-9a-f]{8})-([0-9a-f]{66})/g

/** A key in shares (Shamir), any two of which give it again. One alone tells nothing of it. */
export const sharesOf = async (key: Uint8Array): Promise<string[]> =>
  (await split(new Uint8Array(key), SHARES, SHARES_NEEDED)).map(
    (share, index) => `equipoise-share-${index + 1}-${keyIdText(key)}-${Buffer.from(share).toString('hex')}`,
  )

/** The key of the shares in a text. Refuses too few, shares of two keys, and a share with a wrong digit. */
export const keyOfShares = async (text: string): Promise<Outcome<Uint8Array, string>> => {
  const shares = new Map<string, { key_id: string; bytes: Uint8Array }>()
  // People type without minding case, and sheets break lines.
  const typed = text.toLowerCase().replaceAll(/\s/g, '')
  for (const [, number = '', key_id = '', hex = ''] of typed.matchAll(SHARE))
    shares.set(number, { key_id, bytes: new Uint8Array(Buffer.from(hex, 'hex')) })
  if (shares.size < SHARES_NEEDED) return refused(`Enter ${SHARES_NEEDED} different shares, each whole`)
  const ids = new Set([...shares.values()].map(({ key_id }) => key_id))
  if (ids.size > 1) return refused(`These are shares of different keys: ${[...ids].join(', ')}`)
  const [id = ''] = ids
  const key = await combine([...shares.values()].map(({ bytes }) => bytes)).catch(() => null)
  if (key === null || keyIdText(key) !== id) return refused('A share has a wrong digit: compare each with its sheet')
  return accepted(key)
}
