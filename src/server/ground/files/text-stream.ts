/** A text is sent in chunks of about so many characters: shorter ones would cost more than their content. */
const CHUNK = 64 * 1024

/** A text in pieces as UTF-8, read as it is sent: nothing of it is stored. */
export const textStream = (pieces: AsyncIterable<string>): ReadableStream<Uint8Array> =>
  ReadableStream.from(chunks(pieces))

async function* chunks(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder()
  let pending = ''
  for await (const piece of pieces) {
    pending += piece
    if (pending.length < CHUNK) continue
    yield encoder.encode(pending)
    pending = ''
  }
  if (pending !== '') yield encoder.encode(pending)
}
