import { Button, Group, List, Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Refused } from '../../../action/action-refused'
import type { CsvFault } from '../../../ui/csv/read-csv'
import { ChooseButton } from './choose-file'

/** The button that discards the chosen list. */
export const CLEAR_FILE = 'Clear import file'

/** How many faults are named at most. The others are named once these are corrected. */
const MAX_NAMED = 20

type UnreadableFileProps = {
  name: string
  faults: readonly CsvFault[]
  onFile: (file: File) => void
  onClear: () => void
}

/** A file that cannot be read as a list, with its faults. */
export function UnreadableFile({ name, faults, onFile, onClear }: UnreadableFileProps) {
  return (
    <Stack gap="md" maw="48rem">
      <Refused title={`${name} cannot be read as a list of packs`} cause={faults}>
        <List spacing="0.25rem">
          {faults.slice(0, MAX_NAMED).map(({ line, message }) => (
            <List.Item key={`${line} ${message}`}>{line === null ? message : `Line ${line}: ${message}`}</List.Item>
          ))}
        </List>
        {faults.length > MAX_NAMED && <Text mt="xs">and {faults.length - MAX_NAMED} more</Text>}
        <Text mt="xs">Nothing has been sent.</Text>
      </Refused>
      <Group gap="sm">
        <ChooseButton label="Choose another file" onFile={onFile} />
        <Button size="lg" variant="default" leftSection={<IconTrash size={20} aria-hidden="true" />} onClick={onClear}>
          {CLEAR_FILE}
        </Button>
      </Group>
    </Stack>
  )
}
