import { grouped } from '#domain/grouped'
import { IMPORT_COLUMNS, isImportColumn, type ImportColumn } from '#domain/study-packs/study-pack-import'
import { Box, Button, Group, Switch, Table, Text, VisuallyHidden } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { IconAlertTriangle, IconArrowDown } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { counted } from '../../../ui/format-number'
import { useIsWide } from '../../../ui/use-is-wide'
import type { List, NamedProblem } from './import-state'
import classes from './import-table.module.css'
import type { ListedRow } from './import-worker-messages'

const ROW_HEIGHT = 49
const CARD_HEIGHT = 190
const OVERSCAN = 10

type Shown = ListedRow & { row: number; problems: readonly NamedProblem[] }

/** Every row of a list with its faults, in a frame of its own; only visible rows are drawn. */
export function ImportTable({ list }: { list: List }) {
  const [onlyFaulty, setOnlyFaulty] = useState(false)
  const isWide = useIsWide()
  const frame = useRef<HTMLElement>(null)
  const all = useMemo(() => shownRows(list), [list])
  const faulty = useMemo(() => all.filter(({ problems }) => problems.length > 0), [all])
  const shown = onlyFaulty && faulty.length > 0 ? faulty : all
  // oxlint-disable-next-line react/incompatible-library -- none of its results outlives a render.
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => frame.current,
    estimateSize: () => (isWide ? ROW_HEIGHT : CARD_HEIGHT),
    overscan: OVERSCAN,
    useFlushSync: false,
  })
  const drawn = virtual.getVirtualItems()
  const above = drawn[0]?.start ?? 0
  const below = virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0)
  const [at, setAt] = useState(0)
  const reached = at === 0 ? undefined : faulty[(at - 1) % faulty.length]
  const goToNext = () => {
    const next = faulty[at % faulty.length]
    if (next === undefined) return
    setAt((before) => before + 1)
    virtual.scrollToIndex(shown.indexOf(next), { align: 'center' })
  }

  return (
    <section aria-label="The list">
      {faulty.length > 0 && (
        <Group justify="space-between" gap="sm" mb="xs">
          <Switch
            label={`Only the ${counted(faulty.length, 'row')} with problems`}
            checked={onlyFaulty}
            onChange={(event) => setOnlyFaulty(event.currentTarget.checked)}
          />
          <Button variant="default" leftSection={<IconArrowDown size={20} aria-hidden="true" />} onClick={goToNext}>
            Go to the next problem
          </Button>
        </Group>
      )}
      <VisuallyHidden aria-live="polite">{reached !== undefined && faultsInWords(reached)}</VisuallyHidden>
      <Box component="section" ref={frame} className={classes['frame']} tabIndex={0} aria-label="Rows of the list">
        {isWide ? (
          <Table
            aria-label="Packs of the list"
            aria-rowcount={shown.length + 1}
            className={classes['table']}
            stickyHeader
          >
            <Table.Thead>
              <Table.Tr aria-rowindex={1}>
                <Table.Th scope="col" className="figures">
                  Row
                </Table.Th>
                {IMPORT_COLUMNS.map((column) => (
                  <Table.Th key={column} scope="col">
                    {column}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              <Gap height={above} />
              {drawn.map(({ index }) => {
                const row = shown[index]
                return row && <Row key={row.row} row={row} index={index} measure={virtual.measureElement} />
              })}
              <Gap height={below} />
            </Table.Tbody>
          </Table>
        ) : (
          <ul className={classes['cards']} style={{ paddingTop: above, paddingBottom: below }}>
            {drawn.map(({ index }) => {
              const row = shown[index]
              return row && <Card key={row.row} row={row} index={index} measure={virtual.measureElement} />
            })}
          </ul>
        )}
      </Box>
    </section>
  )
}

type RowProps = { row: Shown; index: number; measure: (element: Element | null) => void }

function Row({ row: { row, line, cells, problems }, index, measure }: RowProps) {
  const elsewhere = problems.filter(({ column }) => !isImportColumn(column))
  return (
    <Table.Tr ref={measure} data-index={index} aria-rowindex={index + 2} data-faulty={problems.length > 0 || undefined}>
      <Table.Td className="figures" title={line === null ? undefined : `Line ${line} of the file`}>
        {row}
        {elsewhere.map((problem) => (
          <Fault key={problem.message} {...problem} />
        ))}
      </Table.Td>
      {IMPORT_COLUMNS.map((column) => (
        <Table.Td key={column}>
          <span className={isIdentifier(column) ? 'identifier' : undefined}>{cells[column]}</span>
          {problems
            .filter((problem) => problem.column === column)
            .map((problem) => (
              <Fault key={problem.message} {...problem} />
            ))}
        </Table.Td>
      ))}
    </Table.Tr>
  )
}

function Card({ row: { row, cells, problems }, index, measure }: RowProps) {
  return (
    <li ref={measure} data-index={index} className={classes['card']} data-faulty={problems.length > 0 || undefined}>
      <Text fw={700}>
        Row {row} · <span className="identifier">{cells.pack_id}</span>
      </Text>
      <Text size="sm" c="dimmed">
        {IMPORT_COLUMNS.filter((column) => !isIdentifier(column) && cells[column] !== '')
          .map((column) => (column === 'duration' ? `${cells.duration} days` : cells[column]))
          .join(' · ')}
      </Text>
      {problems.map((problem) => (
        <Fault key={`${problem.column} ${problem.message}`} {...problem} namesColumn />
      ))}
    </li>
  )
}

function Fault({ column, message, namesColumn = false }: NamedProblem & { namesColumn?: boolean }) {
  return (
    <span className={classes['fault']}>
      <IconAlertTriangle size={16} aria-hidden="true" /> {namesColumn ? `${column}: ${message}` : message}
    </span>
  )
}

/** `Row 12: site The trial has no site “Mars”`, for whoever does not see where the list scrolled. */
const faultsInWords = ({ row, problems }: Shown): string =>
  `Row ${row}: ${problems.map(({ column, message }) => `${column}: ${message}`).join('; ')}`

/** The height of the rows that are not drawn. */
function Gap({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden="true">
      <Table.Td colSpan={IMPORT_COLUMNS.length + 1} h={height} p={0} bd={0} />
    </tr>
  )
}

const isIdentifier = (column: ImportColumn): boolean => column === 'pack_id' || column === 'confirmation_code'

const shownRows = ({ rows, problems }: List): Shown[] => {
  const byRow = grouped(problems, ({ row }) => row)
  return rows.map((one, index) => ({ ...one, row: index + 1, problems: byRow.get(index + 1) ?? [] }))
}
