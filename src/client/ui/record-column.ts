import type { ReactNode } from 'react'

/**
 * The place of a fact on a card: in the first line, at its end, on a line of its own, behind the line before, or in the
 * last line.
 */
type CardPlace = 'title' | 'corner' | 'line' | 'beside' | 'foot'

type InCard<Row> = {
  place: CardPlace
  /** First in its place, whatever the order of the columns. */
  isFirst?: boolean
  /** Behind its header: "Study pack A-1". */
  isNamed?: true
  /** The card's text in place of the table's cell; null for nothing. */
  cell?: (row: Row) => ReactNode
}

/** The record page's text in place of the header and the table's cell. */
type InRecord<Row> = { term?: string; cell: (row: Row) => ReactNode }

type Term = readonly [term: string, answer: ReactNode]

type Shown<Row> = {
  /** The table's cell of a record; without it, the column is on the record's page alone. */
  cell?: (row: Row) => ReactNode
  /** Its place on a card of a narrow screen; without one, cards leave it out. */
  inCard?: CardPlace | InCard<Row>
  /** Its terms on the record's page: its header with its cell, or others; without it, the page leaves it out. */
  inRecord?: true | InRecord<Row> | ((row: Row) => readonly Term[])
  /** Stays on one line: always, or with these rows. */
  isUnbroken?: true | ((rows: readonly Row[]) => boolean)
}

type Look = {
  /** Names the column in the code; it is never shown. */
  key: string
  header: string
  /** False where the trial or the viewer has no value in it. */
  isUsed?: boolean
  /** False where no table of the portal has it as a column. */
  isListed?: false
  /** A figure, aligned right. */
  isFigure?: true
  /** Has several words, which never wrap to one on each line. */
  isWordy?: true
  /** The column below whose cell, as its second line, this one stands in a table of a narrow screen. */
  below?: string
  /** Stands there on a wide screen too, and without its header. */
  isAlwaysBelow?: true
  /** The orders that it offers. */
  sorts?: readonly SortChoice[]
}

/** An order of a list, as the address has it and in words. */
export type SortChoice = { sort: string; order: 'asc' | 'desc'; label: string }

type StoredColumn<Row, Stored> = Look & Shown<Row | Stored> & { isStored: true }

/**
 * One fact of a kind of record. Table, card, record page and the list on a device show it by this. A cell shows fields
 * of its record, never a derived value. `Stored` is the record as a device stores it.
 */
export type Column<Row, Stored = never> = (Look & Shown<Row> & { isStored?: undefined }) | StoredColumn<Row, Stored>

/** The columns of a list: those of its table, and of its cards. */
export const listedColumns = <Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] =>
  columns.filter(({ isUsed, isListed, cell }) => isUsed !== false && isListed !== false && cell !== undefined)

/** A column of a table, with the columns that are its second lines. */
export type StackedColumn<Row> = { column: Column<Row>; below: readonly Column<Row>[] }

/** The columns of a table, stacked on a narrow screen. */
export const stackedColumns = <Row>(
  columns: readonly Column<Row>[],
  isStacked: boolean,
): readonly StackedColumn<Row>[] => {
  const keys = new Set(columns.map(({ key }) => key))
  const isBelow = ({ below, isAlwaysBelow }: Column<Row>) =>
    (isStacked || isAlwaysBelow === true) && below !== undefined && keys.has(below)
  return columns
    .filter((column) => !isBelow(column))
    .map((column) => ({ column, below: columns.filter((one) => isBelow(one) && one.below === column.key) }))
}

/** The columns of the list that a device stores. */
export const storedColumns = <Row, Stored>(columns: readonly Column<Row, Stored>[]): readonly Column<Stored>[] =>
  columns.filter(isStored).map(({ isListed: _isListed, ...column }) => column)

const isStored = <Row, Stored>(column: Column<Row, Stored>): column is StoredColumn<Row, Stored> =>
  column.isStored === true

/** The terms of a record's page, with their answers. */
export const recordTerms = <Row>(columns: readonly Column<Row>[], row: Row): readonly Term[] =>
  columns
    .filter(({ isUsed }) => isUsed !== false)
    .flatMap(({ inRecord, header, cell }) => {
      if (inRecord === undefined) return []
      if (typeof inRecord === 'function') return inRecord(row)
      const { term = header, cell: recordCell = cell } = inRecord === true ? {} : inRecord
      return [[term, recordCell?.(row)] as const]
    })

/** The orders that a list offers. */
export const sortsOf = <Row>(columns: readonly Column<Row>[]): readonly SortChoice[] =>
  columns.flatMap(({ sorts = [] }) => sorts)

export type CardPiece = { key: string; place: CardPlace; content: ReactNode; header: string | null }

/** The content of a card for a record, in order; facts without a value are left out. */
export const cardPieces = <Row>(columns: readonly Column<Row>[], row: Row): readonly CardPiece[] =>
  columns
    .flatMap(({ key, header, cell, inCard }) => {
      if (inCard === undefined) return []
      const card: InCard<Row> = typeof inCard === 'string' ? { place: inCard } : inCard
      const content = (card.cell ?? cell)?.(row)
      const isNothing = content === undefined || content === null || content === false || content === ''
      const { place, isFirst = false } = card
      return isNothing ? [] : [{ key, place, content, header: card.isNamed ? header : null, isFirst }]
    })
    .toSorted((one, other) => Number(other.isFirst) - Number(one.isFirst))
