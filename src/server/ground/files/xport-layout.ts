/* Records of a SAS transport file: all of 80 bytes, filled up with blanks. Whole numbers have their highest byte first. */

const RECORD = 80
const BLANK = 0x20

/** A variable in the file: the width of its values in bytes, and the bytes before it in a row. */
export type PlacedVariable = {
  readonly name: string
  readonly label: string
  readonly type: 'number' | 'text'
  readonly width: number
  readonly offset: number
}

/** A text in UTF-8 and in so many bytes: filled up with blanks, or cut before the character that does not fit. */
export const paddedText = (text: string, width: number): Uint8Array => {
  const bytes = new Uint8Array(width).fill(BLANK)
  const { written } = new TextEncoder().encodeInto(text, bytes)
  // The rest of a character that did not fit would be no text.
  bytes.fill(BLANK, written)
  return bytes
}

/** How many blanks fill up the last record after so many bytes. */
export const padding = (bytes: number): Uint8Array => new Uint8Array((RECORD - (bytes % RECORD)) % RECORD).fill(BLANK)

export const record = (text: string): Uint8Array => paddedText(text, RECORD)

/** A header record by its name, with the text after the exclamation marks. */
export const header = (name: string, after = '0'.repeat(30)): Uint8Array =>
  record(`HEADER RECORD*******${name.padEnd(8)}HEADER RECORD!!!!!!!${after}`)

/** One of our instants as `21NOV26:05:03:00`, in UTC. */
export const sasDatetime = (at: string): string => {
  const [year = '', month = '', day = ''] = at.slice(0, 10).split('-')
  return `${day}${MONTHS.slice(3 * Number(month) - 3, 3 * Number(month))}${year.slice(2)}:${at.slice(11, 19)}`
}

const MONTHS = 'JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC'

const NAMESTR = 140

/** The description of variable 1, 2, …, without a format: its first 40 bytes of label, and in full its name and its label's length. */
export const namestr = ({ name, label, type, width, offset }: PlacedVariable, number: number): Uint8Array => {
  const bytes = new Uint8Array(NAMESTR)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, type === 'number' ? 1 : 2)
  view.setUint16(4, width)
  view.setUint16(6, number)
  bytes.set(paddedText(name, 8), 8)
  bytes.set(paddedText(label, 40), 16)
  bytes.set(paddedText('', 8), 56)
  bytes.set(paddedText('', 8), 72)
  view.setUint32(84, offset)
  bytes.set(paddedText(name, 32), 88)
  view.setUint16(120, new TextEncoder().encode(label).length)
  return bytes
}

/** A label that a description cannot hold, of variable 1, 2, … */
export const longLabel = ({ name, label }: PlacedVariable, number: number): Uint8Array => {
  const [nameBytes, labelBytes] = [name, label].map((text) => new TextEncoder().encode(text))
  const lengths = new DataView(new ArrayBuffer(6))
  lengths.setUint16(0, number)
  lengths.setUint16(2, nameBytes?.length ?? 0)
  lengths.setUint16(4, labelBytes?.length ?? 0)
  return Buffer.concat(
    [new Uint8Array(lengths.buffer), nameBytes ?? [], labelBytes ?? []].map((part) => Buffer.from(part)),
  )
}
