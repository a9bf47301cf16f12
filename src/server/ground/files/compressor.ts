import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Bytes = Buffer<ArrayBuffer>

/** The encodings of a file, best first. */
const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** A file's bytes in an encoding, or as they are; what the build has not made is made at the first request, off the main thread. */
export type Compressed = { encodings: readonly Encoding[]; as: (encoding: Encoding | 'identity') => Promise<Bytes> }

/** Types with text inside; pictures and fonts are compressed already. */
const COMPRESSIBLE = /^text\/|[/+](json|xml|wasm)\b/

/** The build compresses with 11, which takes seconds on the largest file for one twelfth less. */
const BROTLI_QUALITY = 9

/** The bytes of a file in each encoding, with Brotli as `ready` where it is given; uncompressed where its type gains nothing. */
export const compressor = (bytes: Bytes, type: string, ready?: Bytes): Compressed => {
  if (!COMPRESSIBLE.test(type)) return { encodings: [], as: async () => bytes }
  const compressed = new Map<string, Promise<Bytes>>()
  if (ready !== undefined) compressed.set('br', Promise.resolve(ready))
  return {
    encodings: ENCODINGS,
    as: async (encoding) => {
      if (encoding === 'identity') return bytes
      const encoded = compressed.get(encoding) ?? encode[encoding](bytes)
      compressed.set(encoding, encoded)
      return encoded
    },
  }
}

const brotli = promisify<Bytes, object, Bytes>(brotliCompress)
const zip = promisify<Bytes, Bytes>(gzip)

const encode: Record<Encoding, (bytes: Bytes) => Promise<Bytes>> = {
  br: (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes) => zip(bytes),
}
