import { api } from '#contract/api'
import type { OwnAllocationList } from '#contract/allocation-lists'
import type { ListRow } from '#domain/own-lists/list-row'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconLock, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionRefused } from '../../../action/action-refused'
import { useAction } from '../../../action/use-action'
import { refusedRows } from '../../../api/refused-fields'
import { useBusyWhile } from '../../../browser/busy'
import { ServerButton } from '../../../device/offline/server-button'
import { ChooseCsv } from '../../../ui/csv/choose-csv'
import { RowProblems } from '../../../ui/csv/row-remarks'
import { counted } from '../../../ui/format-number'
import { toastSuccess } from '../../../ui/toasts'
import { columnTitles, listFile, listTemplate, placeFaults } from './list-file'

type Chosen = { file: string; rows: readonly ListRow[] }

/** Takes the file of a list, and uploads it once it was looked at. */
export function UploadList({ list }: { list: OwnAllocationList }) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  if (chosen !== null) return <ChosenList list={list} {...chosen} onClear={() => setChosen(null)} />
  return (
    <ChooseCsv
      form={listFile(list)}
      template={{ name: `list-of-trial-${list.trial.id}.csv`, text: listTemplate(list) }}
      onRead={(file, rows) => setChosen({ file, rows })}
    />
  )
}

function ChosenList({ list, file, rows, onClear }: Chosen & { list: OwnAllocationList; onClear: () => void }) {
  useBusyWhile('form', true)
  const upload = useAction(
    api.uploadAllocationList,
    () => ({
      body: {
        trial_id: list.trial.id,
        rows: rows.map(({ options, study_groups, ...row }) => ({
          ...row,
          options: [...options],
          study_groups: [...study_groups],
        })),
      },
    }),
    {
      isFailureShownInPlace: true,
      onDone: () => {
        toastSuccess('List uploaded and sealed')
        onClear()
      },
    },
  )
  const faults = placeFaults(rows)
  const problems = [...faults, ...refusedRows(upload.error)]
  const shown = problems.map(({ row, column }) => `${row - 1}.${column}`)
  return (
    <Stack gap="md">
      <Text>
        {counted(rows.length, 'row')} in {file}
      </Text>
      <ActionRefused title="The list was not uploaded" error={upload.error} shownFields={shown} />
      <RowProblems remarks={problems} titles={columnTitles(list)} />
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconX size={20} aria-hidden="true" />}
          disabled={upload.isPending}
          onClick={onClear}
        >
          Clear file
        </Button>
        <ServerButton
          action="uploadList"
          leftSection={<IconLock size={20} aria-hidden="true" />}
          disabled={upload.isPending || faults.length > 0}
          onClick={() => upload.mutate()}
        >
          {upload.isPending ? 'Please wait...' : 'Upload and seal the list'}
        </ServerButton>
      </Group>
    </Stack>
  )
}
