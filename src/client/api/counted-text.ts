import { ROW_COUNT, type RowProgress } from '#contract/row-count'

/**
 * Reads the whole body of an answer as text. Where its header has the number of rows, `onRows` is called at the start and after
 * each chunk with the rows received so far.
 */
export const countedText = (answer: Response, onRows: (rows: RowProgress) => void): Promise<string> => {
  const of = rowCount(answer.headers)
  if (of === null || answer.body === null) return answer.text()
  onRows({ done: 0, of })
  return new Response(answer.body.pipeThrough(counting((done) => onRows({ done, of })))).text()
}

/** The number of rows in the header. */
const rowCount = (headers: Headers): number | null => {
  const written = headers.get(ROW_COUNT)
  return written !== null && /^\d{1,9}$/.test(written) ? Number(written) : null
}

/** The byte of a newline: in UTF-8 no other character contains it, and JSON has none within a string. */
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
