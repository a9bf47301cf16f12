import { Box, Group, Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import classes from './record-card.module.css'
import { cardPieces, type CardPiece, type Column } from './record-column'

type RecordCardProps<Row> = {
  columns: readonly Column<Row>[]
  row: Row
  /** Replaces the title, as a box that ticks the record does. */
  title?: ReactNode
  actions: ReactNode
}

/** A record as a card, for a screen too narrow for a table. */
export function RecordCard<Row>({ columns, row, title, actions }: RecordCardProps<Row>) {
  const pieces = cardPieces(columns, row)
  const at = (place: CardPiece['place']) => pieces.filter((piece) => piece.place === place)
  const foot = at('foot')
  const hasActions = actions !== undefined && actions !== null && actions !== false
  return (
    <div>
      <Group justify="space-between" gap="0 0.5rem" wrap="nowrap" className={classes['first'] ?? ''}>
        <Group gap="0 0.5rem" align="baseline" className={classes['title']}>
          {title ?? titleOf(at('title'))}
        </Group>
        {at('corner').map(pieceOf)}
      </Group>
      {/* The actions stand beside the lines, below them where those leave no room. */}
      <Group justify="space-between" align="flex-end" gap="0.25rem 0.5rem">
        <div className={classes['lines']}>
          {linesOf(pieces).map(lineOf)}
          {foot.length > 0 && <div className={classes['foot']}>{partedByDots(foot)}</div>}
        </div>
        {hasActions && <Box ms="auto">{actions}</Box>}
      </Group>
    </div>
  )
}

/** The pieces in a line of words, with a dot between each two. */
const partedByDots = (pieces: readonly CardPiece[]): ReactNode =>
  pieces.map((piece, place) => (
    <Fragment key={piece.key}>
      {place > 0 && ' · '}
      {pieceOf(piece)}
    </Fragment>
  ))

/** The lines below the first, each with its second part. */
const linesOf = (pieces: readonly CardPiece[]): CardPiece[][] => {
  const lines: CardPiece[][] = []
  for (const piece of pieces) {
    const before = piece.place === 'beside' ? lines.at(-1) : undefined
    if (before !== undefined) before.push(piece)
    else if (piece.place === 'line' || piece.place === 'beside') lines.push([piece])
  }
  return lines
}

/** The last piece is the name of the record; the one before it, its number. */
const titleOf = (pieces: readonly CardPiece[]) =>
  pieces.map((piece, place) =>
    place === pieces.length - 1 ? (
      pieceOf(piece)
    ) : (
      <Text key={piece.key} span fw={400}>
        {pieceOf(piece)}
      </Text>
    ),
  )

const lineOf = (line: readonly CardPiece[]) => {
  const texts = line.map((piece) => (
    <Text key={piece.key} component="div">
      {pieceOf(piece)}
    </Text>
  ))
  if (texts.length === 1) return texts
  return (
    <Group key={line[0]?.key} gap="0 0.75rem">
      {texts}
    </Group>
  )
}

const pieceOf = ({ key, header, content }: CardPiece) => (
  <Fragment key={key}>
    {header !== null && `${header} `}
    {content}
  </Fragment>
)
