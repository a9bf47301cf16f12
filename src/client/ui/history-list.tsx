import { Text } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { DoneAt, type WhenDone } from './done-at'
import classes from './history-list.module.css'
import { Instant } from './instant'

/** One event: its text, its actor, and its time by the server's clock and the actor's. */
export type HistoryLine = {
  key: string | number
  icon: TablerIcon
  heading?: string
  text: string
  by: ReactNode
} & WhenDone

/** The events of a record, in order. */
export function HistoryList({ lines, zone }: { lines: readonly HistoryLine[]; zone: string }) {
  return (
    <ol className={classes['lines']}>
      {lines.map(({ key, ...line }) => (
        <Line key={key} line={line} zone={zone} />
      ))}
    </ol>
  )
}

function Line({ line, zone }: { line: Omit<HistoryLine, 'key'>; zone: string }) {
  const { icon: Icon, heading, text, by, created_at, performed_at } = line
  return (
    <li className={classes['line']}>
      <Icon size={24} stroke={1.5} aria-hidden="true" />
      <div>
        {heading !== undefined && <Text fw={600}>{heading}</Text>}
        {text !== '' && <Text className={classes['text']}>{text}</Text>}
        <Text c="dimmed" size="sm">
          {by}, <DoneAt done={line} zone={zone} />
          {performed_at !== null && isRecordedLater(performed_at, created_at) && (
            <>
              {' '}
              (recorded <Instant at={created_at} zone={zone} />)
            </>
          )}
        </Text>
      </div>
    </li>
  )
}

/** A request takes seconds, so both times would read the same. */
const isRecordedLater = (performed: string, recorded: string): boolean =>
  Math.abs(Date.parse(recorded) - Date.parse(performed)) >= 60_000
