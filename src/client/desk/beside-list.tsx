import { Button, Group } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { isForRows } from '../ui/row-keys'
import { useIsWide } from '../ui/use-is-wide'
import classes from './beside-list.module.css'

/** The width from which a record has room beside its list: 1440 px, in em of 16 px. */
const ROOM_FOR_RECORD = '90em'

export const useHasRoomBeside = (): boolean => useIsWide(ROOM_FOR_RECORD)

type BesideListProps = {
  /** The record that the address has beside the list, by its id. */
  openId: number | null
  /** The noun for the record: "Participant". */
  label: string
  /** Shows another record there. */
  onOpen: (id: number) => void
  onClose: () => void
  /** The link to the record's own page. */
  pageLink: ReactNode
  record: ReactNode
  children: ReactNode
}

/**
 * A list with one of its records beside it. The rows keep the focus: arrow keys lead from record to record, and Escape closes it. A row's
 * link has the id of its record as `data-beside`.
 */
export function BesideList({ openId, label, onOpen, onClose, pageLink, record, children }: BesideListProps) {
  const close = () => {
    if (openId !== null) document.querySelector<HTMLElement>(`[data-beside="${openId}"]`)?.focus()
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // React passes on events of dialogs that were opened here, too.
    const isHere = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (openId === null || !isHere || !isForRows(event)) return
    if (event.key === 'Escape') close()
    else if (MOVES.includes(event.key)) {
      // The rows have moved the focus already.
      const id = besideOf(document.activeElement)
      if (id !== null && id !== openId) onOpen(id)
    }
  }
  /** A press anywhere in a row presses its link, which does not get the focus by that. */
  const onClick = ({ target }: MouseEvent<HTMLElement>) => {
    const link = target instanceof Element ? target.closest<HTMLElement>('[data-beside]') : null
    link?.focus({ preventScroll: true })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- The links in the rows have the focus.
    <div
      className={classes['frame']}
      data-open={openId === null ? undefined : ''}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div className={classes['list']}>{children}</div>
      {openId !== null && (
        <aside aria-label={label} className={`${classes['record']} no-print`}>
          <Group justify="space-between" mb="sm">
            {pageLink}
            <Button variant="subtle" leftSection={<IconX size={18} aria-hidden="true" />} onClick={close}>
              Close
            </Button>
          </Group>
          {record}
        </aside>
      )}
    </div>
  )
}

const MOVES: readonly string[] = ['ArrowUp', 'ArrowDown', 'Home', 'End']

const besideOf = (element: Element | null): number | null => {
  const id = element instanceof HTMLElement ? element.dataset['beside'] : undefined
  return id === undefined ? null : Number(id)
}
