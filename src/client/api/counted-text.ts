import { ROW_COUNT, type RowProgress } from '#contract/row-count'

/**
 * The whole body of an answer as text. Where the answer tells how many rows it will have, `onRows` hears how many have come, from
 * none on, each time that more have.
 */
export const countedText = (answer: Response, onRows: (rows: RowProgress) => void): Promise<string> => {
  const of = rowCount(answer.headers)
  if (of === null || answer.body === null) return answer.text()
  onRows({ done: 0, of })
  return new Response(answer.body.pipeThrough(counting((done) => onRows({ done, of })))).text()
}

/** The number as the API writes it. */
const rowCount = (headers: Headers): number | null => {
  const written = headers.get(ROW_COUNT)
  return written !== null && /^\d{1,9}$/.test(written) ? Number(written) : null
}

/** In UTF-8 nothing but a newline has this byte, and JSON has none within a string. */
const NEWLINE = 0x0a

const counting = (onLines: (lines: number) => void) => {
  let lines = 0
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      const before = lines
      for (const byte of chunk) if (byte === NEWLINE) lines += 1
      if (lines > before) onLines(lines)
      controller.enqueue(chunk)
    },
  })
}
