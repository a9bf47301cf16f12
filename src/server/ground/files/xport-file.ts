import type { ReportCell } from '#domain/reports/report'
import { ibmDouble, MISSING_NUMBER } from './ibm-double'
import {
  header,
  longLabel,
  namestr,
  paddedText,
  padding,
  record,
  sasDatetime,
  type PlacedVariable,
} from './xport-layout'

/** A variable of a data set. SAS accepts names of up to 32 letters, digits and underscores. */
export type XportVariable = { readonly name: string; readonly label: string; readonly type: 'number' | 'text' }

type DataSet = {
  readonly name: string
  readonly label: string
  readonly made_at: string
  readonly variables: readonly XportVariable[]
  readonly rows: AsyncIterable<readonly ReportCell[]> | Iterable<readonly ReportCell[]>
}

/** Longest label that SAS has, in bytes. */
const LONGEST_LABEL = 256

/** The part of a label within its variable's description; a longer label follows separately. */
const SHORT_LABEL = 40

/** How many rows are written at once. */
const PIECE = 500

/**
 * A data set as a SAS transport file of version 8, with texts in UTF-8. All rows are read before the first byte: the
 * number of rows and the width of each text come first. Source: SAS, Record Layout of a SAS Version 8 or 9 Data Set in
 * SAS Transport Format.
 */
export async function* xportFile(dataSet: DataSet): AsyncGenerator<Uint8Array, void, undefined> {
  const rows: (readonly ReportCell[])[] = []
  for await (const row of dataSet.rows) rows.push(row)
  const variables = placed(dataSet.variables, rows)
  yield Buffer.concat([...opening(dataSet), ...descriptions(variables)])
  yield header('OBSV8', String(rows.length).padStart(15))
  let written = 0
  for (let from = 0; from < rows.length; from += PIECE) {
    const piece = Buffer.concat(rows.slice(from, from + PIECE).flatMap((row) => valuesOf(row, variables)))
    written += piece.length
    yield piece
  }
  yield padding(written)
}

const opening = ({ name, label, made_at }: DataSet): Uint8Array[] => {
  const at = sasDatetime(made_at)
  return [
    header('LIBV8'),
    record(`SAS     SAS     SASLIB  9.4     ${''.padEnd(32)}${at}`),
    record(at),
    header('MEMBV8', '000000000000000001600000000140'),
    header('DSCPTV8'),
    record(`SAS     ${name.padEnd(32)}SASDATA 9.4     ${''.padEnd(8)}${at}`),
    Buffer.concat([paddedText(at, 32), paddedText(label, 40), paddedText('', 8)]),
  ]
}

const descriptions = (variables: readonly PlacedVariable[]): Uint8Array[] => {
  const short = variables.map((variable, place) => namestr(variable, place + 1))
  const long = variables.flatMap((variable, place) =>
    bytesOf(variable.label) > SHORT_LABEL ? [longLabel(variable, place + 1)] : [],
  )
  const count = String(variables.length).padStart(6, '0')
  return [
    header('NAMSTV8', `0000${count}${'0'.repeat(20)}`),
    ...filledUp(short),
    ...(long.length === 0 ? [] : [header('LABELV8', String(long.length)), ...filledUp(long)]),
  ]
}

const filledUp = (parts: readonly Uint8Array[]): Uint8Array[] => [
  ...parts,
  padding(parts.reduce((sum, { length }) => sum + length, 0)),
]

/** Each variable with the width of its longest value; a text has one byte at least. */
const placed = (
  variables: readonly XportVariable[],
  rows: readonly (readonly ReportCell[])[],
): readonly PlacedVariable[] => {
  let offset = 0
  return variables.map(({ name, label, type }, place) => {
    const width =
      type === 'number' ? 8 : rows.reduce((longest, row) => Math.max(longest, bytesOf(textOf(row[place]))), 1)
    const variable = { name, label: cutTo(LONGEST_LABEL, label), type, width, offset }
    offset += width
    return variable
  })
}

const valuesOf = (row: readonly ReportCell[], variables: readonly PlacedVariable[]): Uint8Array[] =>
  variables.map(({ type, width, name }, place) => {
    const cell = row[place] ?? null
    if (type === 'text') return paddedText(textOf(cell), width)
    if (typeof cell === 'string') throw new Error(`${name} is a number and not ${cell}`)
    return cell === null ? MISSING_NUMBER : ibmDouble(cell)
  })

const textOf = (cell: ReportCell | undefined): string => (cell === null || cell === undefined ? '' : String(cell))

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** A text without the characters beyond so many bytes. */
const cutTo = (longest: number, text: string): string =>
  bytesOf(text) <= longest ? text : new TextDecoder().decode(paddedText(text, longest)).trimEnd()
