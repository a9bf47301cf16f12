import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { ReportCell } from '#domain/reports/report'
import { ibmDouble } from '../../../../src/server/ground/files/ibm-double'
import { xportFile, type XportVariable } from '../../../../src/server/ground/files/xport-file'
import { readXport } from '../../../support/read-xport'

const AT = '2026-11-21T05:03:00.000Z'
const VARIABLES: XportVariable[] = [
  { name: 'sequence_no', label: 'Number', type: 'number' },
  { name: 'site', label: 'Site', type: 'text' },
  { name: 'p_1', label: 'Chance of study group 1 (Zanamivir “10 mg”) at the draw', type: 'number' },
  { name: 'a_name_of_thirty_two_characters_', label: 'Long', type: 'text' },
]

const bytesOf = async (variables: readonly XportVariable[], rows: readonly (readonly ReportCell[])[]) => {
  const pieces: Uint8Array[] = []
  for await (const piece of xportFile({ name: 'ANALYSIS', label: 'Trial 7', made_at: AT, variables, rows }))
    pieces.push(piece)
  return Buffer.concat(pieces)
}

describe('a number as SAS stores it', () => {
  it.each([
    [0, '0000000000000000'],
    [1, '4110000000000000'],
    [-1, 'c110000000000000'],
    [0.5, '4080000000000000'],
    [100, '4264000000000000'],
    [1 / 3, '4055555555555554'],
    [-118.625, 'c276a00000000000'],
    [2 ** 53 - 1, '4e1fffffffffffff'],
  ])('%d is %s', (value, hex) => {
    expect(Buffer.from(ibmDouble(value)).toString('hex')).toBe(hex)
  })

  it.each([Number.NaN, Infinity, -Infinity, 1e80, 1e-80, 5e-324])('%d is none', (value) => {
    expect(() => ibmDouble(value)).toThrow('is no number of a SAS transport file')
  })
})

describe('a transport file', () => {
  it('is read again by the record layout of SAS: names, long labels, missing values and texts in UTF-8', async () => {
    const rows = [
      [1, 'Hôpital Nord', 2 / 3, null],
      [2, null, null, 'x'],
      [3, '  Süd', 0, '='],
    ]
    const read = readXport(await bytesOf(VARIABLES, rows))
    expect(read).toMatchObject({ name: 'ANALYSIS', label: 'Trial 7', made_at: '21NOV26:05:03:00' })
    expect(read.variables.map(({ name, label, type }) => ({ name, label, type }))).toEqual(VARIABLES)
    expect(read.variables.map(({ width, offset }) => [width, offset])).toEqual([
      [8, 0],
      [13, 8],
      [8, 21],
      [1, 29],
    ])
    expect(read.rows).toEqual([
      [1, 'Hôpital Nord', 2 / 3, ''],
      [2, '', null, 'x'],
      [3, '  Süd', 0, '='],
    ])
  })

  it('without a row ends with its header', async () => {
    const bytes = await bytesOf(VARIABLES, [])
    expect(readXport(bytes).rows).toEqual([])
    expect(bytes.subarray(-80).toString()).toBe(
      'HEADER RECORD*******OBSV8   HEADER RECORD!!!!!!!              0                 ',
    )
  })

  it('cuts a label of more than 256 bytes before a character that does not fit', async () => {
    const [only] = readXport(await bytesOf([{ name: 'a', label: `x${'ü'.repeat(200)}`, type: 'text' }], [])).variables
    expect(only?.label).toBe(`x${'ü'.repeat(127)}`)
  })

  it('has a short label in whole characters, and the long one beside it', async () => {
    const label = `x${'ü'.repeat(30)}`
    const bytes = await bytesOf([{ name: 'a', label, type: 'text' }], [])
    expect(bytes.subarray(8 * 80 + 16, 8 * 80 + 56).toString()).toBe(`x${'ü'.repeat(19)} `)
    expect(readXport(bytes).variables[0]?.label).toBe(label)
  })

  test('has any numbers and texts unchanged, in as many rows as there are', async () => {
    const number = fc.oneof(
      fc.double({ min: -1e70, max: 1e70, noNaN: true }).filter((one) => one === 0 || Math.abs(one) > 1e-70),
      fc.constant(null),
    )
    const text = fc.string({ unit: 'grapheme', maxLength: 60 }).map((one) => one.trimEnd())
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(number, text), { maxLength: 40 }), async (rows) => {
        const variables = VARIABLES.slice(0, 2)
        const read = readXport(await bytesOf(variables, rows)).rows
        expect(read).toEqual(rows.map(([one, other]) => [one === null ? null : one + 0, other]))
      }),
      { numRuns: 200 },
    )
  })

  it('refuses a text where a number belongs, since a missing value would hide it', async () => {
    await expect(bytesOf(VARIABLES.slice(0, 1), [['many']])).rejects.toThrow('sequence_no is a number and not many')
  })
})
