import { LIST_COLUMNS, NAMING_COLUMN, type ArrangedList } from '#domain/desk/display-settings'
import { ActionIcon, Button, Checkbox, Group, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { ActionRefused } from '../action/action-refused'
import { useIsAway } from '../device/offline/use-connection'
import type { Column } from '../ui/record-column'
import { moved, withColumn, withoutColumn } from './chosen-columns'
import { useChangeDisplay, useDisplay } from './use-display'
import classes from './view-menu.module.css'

export type ColumnFieldsProps = {
  list: ArrangedList
  /** The columns that this list offers the viewer. */
  columns: readonly Pick<Column<never>, 'key' | 'header'>[]
}

/** Chooses the columns of a list and their order. */
export function ColumnFields({ list, columns }: ColumnFieldsProps) {
  const { list_columns } = useDisplay()
  const { change, error } = useChangeDisplay()
  const isAway = useIsAway()
  const keys = columns.map(({ key }) => key)
  const stored = list_columns[list]
  // Also columns that the present trial lacks: the person did not remove them.
  const chosen = stored ?? LIST_COLUMNS[list]
  const arrange = (next: readonly string[] | null) =>
    change({ list_columns: { [list]: next === null ? null : [...next] } })
  const shown = chosen.filter((key) => keys.includes(key))
  const rows = [...shown, ...keys.filter((key) => !shown.includes(key))]
  const headerOf = (key: string) => columns.find((column) => column.key === key)?.header ?? key
  const { announcement, move } = useMoves(shown, headerOf, (key, step) => arrange(moved(chosen, keys, key, step)))
  return (
    <>
      <fieldset className={classes['columns']} disabled={isAway}>
        <legend>Columns of this list</legend>
        <ol className="plain-list">
          {rows.map((key) => {
            const at = shown.indexOf(key)
            return (
              <li key={key} className={classes['column']}>
                <Checkbox
                  label={headerOf(key)}
                  checked={at >= 0}
                  disabled={key === NAMING_COLUMN[list]}
                  onChange={() => arrange(at >= 0 ? withoutColumn(chosen, key) : withColumn(chosen, key))}
                />
                {at >= 0 && (
                  <Group gap={2} wrap="nowrap">
                    <MoveButton step={-1} column={headerOf(key)} isPossible={at > 0} onMove={() => move(key, -1)} />
                    <MoveButton
                      step={1}
                      column={headerOf(key)}
                      isPossible={at < shown.length - 1}
                      onMove={() => move(key, 1)}
                    />
                  </Group>
                )}
              </li>
            )
          })}
        </ol>
      </fieldset>
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
      <Button variant="default" disabled={isAway || stored === undefined} onClick={() => arrange(null)}>
        Show the usual columns
      </Button>
      <ActionRefused title="The view was not saved" error={error} />
    </>
  )
}

type MoveButtonProps = { step: 1 | -1; column: string; isPossible: boolean; onMove: () => void }

/** Stays focusable where it can do nothing, so that the focus is not lost at either end. */
function MoveButton({ step, column, isPossible, onMove }: MoveButtonProps) {
  const Icon = step < 0 ? IconArrowUp : IconArrowDown
  return (
    <ActionIcon
      variant="subtle"
      id={moveId(column, step)}
      aria-label={`${column}: ${step < 0 ? 'move up' : 'move down'}`}
      aria-disabled={!isPossible}
      {...(!isPossible && { 'data-disabled': true })}
      onClick={() => isPossible && onMove()}
    >
      <Icon size={18} aria-hidden="true" />
    </ActionIcon>
  )
}

const moveId = (column: string, step: 1 | -1) => `move-${column.replaceAll(/\W+/g, '-')}-${step}`

/** Moves columns, announces the new place, and keeps the focus on its button: a row that moves in the page loses it. */
const useMoves = (
  shown: readonly string[],
  headerOf: (key: string) => string,
  onMove: (key: string, step: 1 | -1) => void,
) => {
  const [announcement, setAnnouncement] = useState('')
  const focused = useRef<string | null>(null)
  useEffect(() => {
    if (focused.current !== null) document.getElementById(focused.current)?.focus()
    focused.current = null
  })
  const move = (key: string, step: 1 | -1) => {
    focused.current = moveId(headerOf(key), step)
    setAnnouncement(`${headerOf(key)} is column ${shown.indexOf(key) + step + 1} of ${shown.length}.`)
    onMove(key, step)
  }
  return { announcement, move }
}
