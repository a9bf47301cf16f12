import type { getParticipantsSnapshot } from '#contract/participant-actions'
import type { ReceivedAnswer } from '#contract/endpoint'
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

export type ListedParticipant = ReceivedAnswer<typeof getParticipantsSnapshot>['data'][number]

/** The number of participants in one piece of a list. Other requests wait no longer than for one piece. */
export const PIECE = 500

/** Consecutive rows of a list: as the JSON between its brackets, and compressed in a form that can be concatenated. */
export type ListPiece = {
  rows: readonly ListedParticipant[]
  plain: Buffer
  packed: Buffer
}

const pack = promisify<Buffer, object, Buffer>(deflateRaw)

/** Writes a piece and compresses it, outside the event loop. A full flush at its end lets any other piece follow. */
export const listPiece = async (rows: readonly ListedParticipant[], isFirst: boolean): Promise<ListPiece> => {
  const text = rows.map((row) => JSON.stringify(row)).join()
  const plain = Buffer.from(isFirst ? text : `,${text}`)
  return { rows, plain, packed: await packed(plain) }
}

const packed = (plain: Buffer): Promise<Buffer> => pack(plain, { level: LEVEL, finishFlush: constants.Z_FULL_FLUSH })

/** Low: a list of numbers hardly gets smaller by more. */
const LEVEL = 2

const HEAD = Buffer.from('{"data":[')
const TAIL = Buffer.from(']}')

/** A list as JSON. */
export const plainList = (pieces: readonly ListPiece[]): Buffer[] => [HEAD, ...pieces.map(({ plain }) => plain), TAIL]

const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** The last block of a stream, with nothing in it. */
const DEFLATE_END = Buffer.from([3, 0])

/** The same as gzip, of pieces that are compressed already (RFC 1952; RFC 1951, section 3.2). */
export const gzipList = async (pieces: readonly ListPiece[]): Promise<Buffer> => {
  const end = Buffer.alloc(8)
  const plain = plainList(pieces)
  end.writeUInt32LE(
    plain.reduce((sum, bytes) => crc32(bytes, sum), 0),
    0,
  )
  end.writeUInt32LE(
    plain.reduce((sum, { length }) => sum + length, 0),
    4,
  )
  const bodies = pieces.map((piece) => piece.packed)
  return Buffer.concat([GZIP_HEAD, await packed(HEAD), ...bodies, await packed(TAIL), DEFLATE_END, end])
}
