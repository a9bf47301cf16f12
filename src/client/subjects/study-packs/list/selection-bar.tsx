import type { StudyPackAction } from '#domain/study-packs/study-pack-actions'
import { Button, Group, Text } from '@mantine/core'
import { counted, formatNumber } from '../../../ui/format-number'
import { BulkActions } from '../actions/bulk-actions'
import classes from './selection-bar.module.css'
import type { PackSelection } from './use-pack-selection'

type SelectionBarProps = {
  selection: PackSelection
  /** How many of the selected packs the search and the filters hide. */
  hidden: number
  /** How many packs match, and whether all of them are selected already. */
  matching: number
  isAllSelected: boolean
  actions: readonly StudyPackAction[]
  isConfirmable: boolean
  onSelectAll: () => void
  onChoose: (action: StudyPackAction) => void
}

/** Below the list while several packs are managed: the number selected, and the actions on all of them. */
export function SelectionBar(props: SelectionBarProps) {
  const { selection, hidden, matching, isAllSelected, actions, isConfirmable, onSelectAll, onChoose } = props
  return (
    <section aria-label="Selected packs" className={`${classes['bar']} no-print`}>
      <Group gap="xs" justify="space-between">
        <Text aria-live="polite" fw={600}>
          {counted(selection.ids.size, 'pack')} selected
          {hidden > 0 && (
            <Text span c="amber">
              {' '}
              · {formatNumber(hidden)} not shown by the search and the filters
            </Text>
          )}
        </Text>
        <Group gap="xs">
          <Button variant="subtle" disabled={isAllSelected} onClick={onSelectAll}>
            Select all that match ({formatNumber(matching)})
          </Button>
          <Button variant="subtle" disabled={selection.ids.size === 0} onClick={selection.clear}>
            Clear
          </Button>
        </Group>
      </Group>
      <BulkActions counts={selection.counts} actions={actions} isConfirmable={isConfirmable} onChoose={onChoose} />
    </section>
  )
}
