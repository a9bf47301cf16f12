import { unzipSync } from 'fflate'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { zipStream } from '../../../../src/server/ground/files/zip-stream'
import { seededBytes } from '../../../support/seeded-bytes'

const MADE = { folder: 'trial-1', made_at: '2026-11-21T05:03:00.000Z' }

/** A zip file with one file for each list, made of these pieces of text, with a limit of 1,000 bytes. */
const zipped = async (...files: string[][]) =>
  buffer(
    zipStream({ ...MADE, max_bytes: 1000 }, async (place) => {
      for (const [index, pieces] of files.entries()) {
        const file = await place.open(`${index}.txt`)
        for (const piece of pieces) await file.write(piece)
        await file.close()
      }
    }),
  )

test('has each file up to the limit as it was written', async () => {
  const files = unzipSync(await zipped(['a'.repeat(999), 'b'], ['ü'.repeat(500)]))
  expect(Object.entries(files).map(([name, bytes]) => [name, bytes.length])).toEqual([
    ['trial-1/0.txt', 1000],
    ['trial-1/1.txt', 1000],
  ])
})

test.each([
  ['whose text is longer, however small it is packed', [['a'.repeat(999), 'bc']]],
  ['whose characters have more bytes', [['ü'.repeat(501)]]],
])('ends without its last part at a file %s', async (_, files) => {
  await expect(zipped(...files)).rejects.toThrow('too large for a ZIP file')
})

test('ends without its last part where all files together are packed larger', async () => {
  const texts = ['one', 'two', 'three'].map((name) => Buffer.from(seededBytes(name)(400)).toString('hex'))
  await expect(zipped(...texts.map((text) => [text]))).rejects.toThrow('too large for a ZIP file')
})
