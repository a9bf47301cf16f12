/*
 * Reads a SAS transport file of version 8, by "Record Layout of a SAS Version 8 or 9 Data Set in SAS Transport Format"
 * and without the writer's code. Any fault in the file throws.
 */

type Variable = { name: string; label: string; type: 'number' | 'text'; width: number; offset: number }
export type ReadXport = {
  name: string
  label: string
  made_at: string
  variables: Variable[]
  rows: (number | string | null)[][]
}

export const readXport = (file: Uint8Array): ReadXport => {
  if (file.length % 80 !== 0) throw new Error(`${file.length} bytes are no whole records`)
  const bytes = Buffer.from(file)
  let at = 0
  const take = (length: number) => bytes.subarray(at, (at += length))
  const text = (length: number) => take(length).toString('utf8').trimEnd()
  const expectHeader = (name: string): string => {
    const line = take(80).toString('latin1')
    const start = `HEADER RECORD*******${name.padEnd(8)}HEADER RECORD!!!!!!!`
    if (!line.startsWith(start)) throw new Error(`expected ${name}, not ${line}`)
    return line.slice(start.length)
  }
  const toRecord = () => {
    const rest = take((80 - (at % 80)) % 80)
    if (rest.some((byte) => byte !== 0x20)) throw new Error(`what fills the record before ${at} is not blank`)
  }

  expectHeader('LIBV8')
  const library = take(80).toString('latin1')
  if (!library.startsWith('SAS     SAS     SASLIB  ')) throw new Error(`no library: ${library}`)
  take(80)
  if (expectHeader('MEMBV8').trimEnd() !== '000000000000000001600000000140')
    throw new Error('descriptions of another size')
  expectHeader('DSCPTV8')
  if (text(8) !== 'SAS') throw new Error('no data set')
  const name = text(32)
  if (text(8) !== 'SASDATA') throw new Error('no data')
  take(16)
  const made_at = text(16)
  take(32)
  const label = text(40)
  take(8)

  const variables: Variable[] = Array.from({ length: Number(expectHeader('NAMSTV8').slice(4, 10)) }, (_, place) => {
    const namestr = take(140)
    if (namestr.readUInt16BE(6) !== place + 1) throw new Error(`variable ${place + 1} has another number`)
    const part = (from: number, length: number) =>
      namestr
        .subarray(from, from + length)
        .toString('utf8')
        .trimEnd()
    const [shortName, longName] = [part(8, 8), part(88, 32)]
    if (!longName.startsWith(shortName)) throw new Error(`${longName} is called ${shortName} too`)
    return {
      name: longName,
      label: part(16, 40),
      type: namestr.readUInt16BE(0) === 1 ? 'number' : 'text',
      width: namestr.readUInt16BE(4),
      offset: namestr.readUInt32BE(84),
    }
  })
  toRecord()
  if (
    bytes
      .subarray(at, at + 80)
      .toString('latin1')
      .includes('LABELV8')
  ) {
    const count = Number(expectHeader('LABELV8'))
    for (let i = 0; i < count; i += 1) {
      const lengths = take(6)
      const variable = variables[lengths.readUInt16BE(0) - 1]
      if (variable?.name !== text(lengths.readUInt16BE(2))) throw new Error('a label of no variable')
      variable.label = text(lengths.readUInt16BE(4))
    }
    toRecord()
  }
  const count = Number(expectHeader('OBSV8').slice(0, 15))
  const width = variables.reduce((sum, variable) => sum + variable.width, 0)
  const rows = Array.from({ length: count }, () => {
    const row = take(width)
    return variables.map(({ type, width: own, offset }) => {
      const value = row.subarray(offset, offset + own)
      return type === 'number' ? numberOf(value) : value.toString('utf8').trimEnd()
    })
  })
  toRecord()
  if (at !== bytes.length) throw new Error(`${bytes.length - at} bytes follow the rows`)
  return { name, label, made_at, variables, rows }
}

/** (−1)^sign · fraction / 2^56 · 16^(exponent − 64): each step is exact in a double. */
const numberOf = (value: Buffer): number | null => {
  const rest = value.readBigUInt64BE() & (2n ** 56n - 1n)
  const first = value.readUInt8()
  if (first === 0x2e && rest === 0n) return null
  const fraction = Number(rest)
  if (BigInt(fraction) !== rest) throw new Error('more digits than a double has')
  return (first >= 128 ? -1 : 1) * fraction * 2 ** (4 * ((first % 128) - 64) - 56)
}
