import type { HonoRequest } from 'hono'

/**
 * The bytes of a request's body, or null where there are more than `limit`. A body whose declared length is too large is not
 * read: Node then drops it as it arrives, and the connection stays usable.
 */
export const readBytes = async (request: HonoRequest, limit: number): Promise<Uint8Array | null> => {
  const declared = request.header('Content-Length')
  // A request with both headers is framed by its chunks, whatever length it declares.
  if (declared === undefined || request.header('Transfer-Encoding') !== undefined) return readChunks(request, limit)
  return Number(declared) > limit ? null : new Uint8Array(await request.arrayBuffer())
}

/** Reads into one buffer that doubles: a list of chunks takes a hundred times the memory where each is a single byte. */
const readChunks = async (request: HonoRequest, limit: number): Promise<Uint8Array | null> => {
  const reader = request.raw.body?.getReader()
  if (reader === undefined) return new Uint8Array(0)
  let buffer = new Uint8Array(0)
  let length = 0
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const start = length
    length += chunk.value.byteLength
    if (length > limit) {
      void drop(reader)
      return null
    }
    if (length > buffer.byteLength) {
      const larger = new Uint8Array(Math.min(limit, 2 * length))
      larger.set(buffer)
      buffer = larger
    }
    buffer.set(chunk.value, start)
  }
  return buffer.subarray(0, length)
}

/** Reads and drops the rest: a client that cannot send it might never read the answer. */
const drop = async (reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> => {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The connection is gone.
  }
}
