import { ROW_COUNT, type RowProgress } from '#contract/row-count'
import { expect, test } from 'vitest'
import { countedText } from '../../../src/client/api/counted-text'

const TEXT = '{"rows":["Zoë\\n"\n,"李"\n,"3"\n]}'

/** Reads an answer that arrives in pieces of this many bytes. Returns the reported numbers of rows. */
const read = async (size: number, headers: Record<string, string>) => {
  const bytes = new TextEncoder().encode(TEXT)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.slice(at * size, (at + 1) * size),
  )
  const body = new ReadableStream({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
  const heard: RowProgress[] = []
  const answer = new Response(body, { headers })
  return { text: await countedText(answer, (rows) => heard.push(rows)), heard }
}

const none = { done: 0, of: 3 }
const one = { done: 1, of: 3 }
const two = { done: 2, of: 3 }
const three = { done: 3, of: 3 }

test.each([
  ['byte by byte', 1, [none, one, two, three]],
  ['in two pieces', 20, [none, one, three]],
  ['at once', 1000, [none, three]],
])('an answer received %s is whole, and each row of it is counted once', async (_, size, expected) => {
  const { text, heard } = await read(size, { [ROW_COUNT]: '3' })
  expect(text).toBe(TEXT)
  expect(heard).toEqual(expected)
})

test.each([{}, { [ROW_COUNT]: 'many' }, { [ROW_COUNT]: '' }])(
  'without an announced number nothing is counted: %j',
  async (headers) => {
    expect(await read(7, headers)).toEqual({ text: TEXT, heard: [] })
  },
)

test('an answer that breaks off fails', async () => {
  const begun = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(TEXT.slice(0, 20))),
    pull: (controller) => controller.error(new Error('the connection is gone')),
  })
  const answer = new Response(begun, { headers: { [ROW_COUNT]: '3' } })
  await expect(countedText(answer, () => {})).rejects.toThrow('the connection is gone')
})
