import { accepted, refused, type Outcome } from '#domain/outcome'
import { combine, split } from 'shamir-secret-sharing'
import { keyIdText } from './seed-keys'

/** How many shares a key is split into, and how many of them restore it. */
export const SHARES = 3
export const SHARES_NEEDED = 2

/**
 * A printed share, in small letters: its number, the id of its key, the id of its printing, and its bytes in
 * hexadecimal. Each printing splits the key differently: shares of two restore nothing.
 */
const SHARE = /equipoise-share-([1-9])-([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{66})/g
const PRINTING_BYTES = 2

type Share = { number: number; key_id: string; printing: string; bytes: Uint8Array }

/** A key in shares (Shamir), any two of which restore it. One alone reveals nothing of it. */
export const sharesOf = async (key: Uint8Array, randomBytes: (length: number) => Uint8Array): Promise<string[]> => {
  const printing = Buffer.from(randomBytes(PRINTING_BYTES)).toString('hex')
  return (await split(new Uint8Array(key), SHARES, SHARES_NEEDED)).map(
    (share, index) =>
      `equipoise-share-${index + 1}-${keyIdText(key)}-${printing}-${Buffer.from(share).toString('hex')}`,
  )
}

/** A restored key, and the number of the share that did not fit the others, if any. */
type JoinedKey = { key: Uint8Array; wrong_share: number | null }

/** The key of the shares in a text. Refuses too few, shares of two keys or two printings, and wrong digits in too many. */
export const keyOfShares = async (text: string): Promise<Outcome<JoinedKey, string>> => {
  const typed = sharesIn(text)
  const keys = valuesOf(typed, 'key_id')
  if (keys.length > 1) return refused(`These are shares of different keys: ${keys.join(', ')}`)
  const printings = valuesOf(typed, 'printing')
  if (printings.length > 1)
    return refused(
      `These are shares of different printings: ${printings.join(', ')}. Enter shares of one printing alone`,
    )
  const shares = [...new Map(typed.map((share) => [share.number, share])).values()]
  if (shares.length < SHARES_NEEDED) return refused(`Enter ${SHARES_NEEDED} different shares, each whole`)
  for (const left of [null, ...(shares.length > SHARES_NEEDED ? shares : [])]) {
    const key = await joined(shares.filter((share) => share !== left))
    if (key !== null) return accepted({ key, wrong_share: left?.number ?? null })
  }
  return refused('A share has a wrong digit: compare each with its sheet')
}

const sharesIn = (text: string): Share[] => {
  // People type in any case, and sheets break lines.
  const typed = text.toLowerCase().replaceAll(/\s/g, '')
  return [...typed.matchAll(SHARE)].map(([, number, key_id = '', printing = '', hex = '']) => ({
    number: Number(number),
    key_id,
    printing,
    bytes: new Uint8Array(Buffer.from(hex, 'hex')),
  }))
}

const valuesOf = (shares: readonly Share[], field: 'key_id' | 'printing'): string[] => [
  ...new Set(shares.map((share) => share[field])),
]

/** The key that all of these shares restore together, or null where it is not the one that they name. */
const joined = async (shares: readonly Share[]): Promise<Uint8Array | null> => {
  const key = await combine(shares.map(({ bytes }) => bytes)).catch(() => null)
  return key !== null && keyIdText(key) === shares[0]?.key_id ? key : null
}
