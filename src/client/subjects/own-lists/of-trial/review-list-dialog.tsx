import { api } from '#contract/api'
import type { AllocationList } from '#contract/allocation-lists'
import { LIST_TESTS } from '#domain/own-lists/list-tests'
import { LIST_CONFIRMED_MEANING } from '#domain/own-lists/list-author'
import { Checkbox, List, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionDialog, type OpenDialog } from '../../../action/action-dialog'
import { ActionForm } from '../../../action/action-form'
import { ActionRefused } from '../../../action/action-refused'
import { useAction } from '../../../action/use-action'
import { allocationListQuery } from '../../../api/screen-queries'
import { CopyableId } from '../../../ui/copyable-id'
import { FigureTable } from '../../../ui/figure-table'
import { formatNumber } from '../../../ui/format-number'

type ReviewListProps = { trialId: number; waiting: NonNullable<AllocationList['waiting']> }

/** The figures of a list, its checks and its commitment, read by the second person: never a row. */
export function ReviewListDialog({ trialId, waiting, ...dialog }: OpenDialog & ReviewListProps) {
  return (
    <ActionDialog {...dialog} title={`Review list ${waiting.number}`} size="xl">
      <ReviewForm key={waiting.hash} trialId={trialId} waiting={waiting} onDone={dialog.onClose} />
    </ActionDialog>
  )
}

function ReviewForm({ trialId, waiting, onDone }: ReviewListProps & { onDone: () => void }) {
  const [isConfirmed, setIsConfirmed] = useState(false)
  const { number, hash, strata } = waiting
  const confirm = useAction(
    api.confirmAllocationList,
    () => ({ parameters: { trial_id: String(trialId) }, body: { number, hash } }),
    { replaces: () => allocationListQuery(trialId), onDone, isFailureShownInPlace: true },
  )
  return (
    <ActionForm
      action={confirm}
      refusal={<ActionRefused title="The list was not confirmed" error={confirm.error} />}
      button={`Confirm list ${number}`}
      isDisabled={!isConfirmed}
      needsServer="changeSettings"
      onSubmit={() => confirm.mutate()}
    >
      <Text>You do not see its rows. It passed these checks when it was uploaded:</Text>
      <List icon={<IconCheck size={18} aria-hidden="true" />}>
        {LIST_TESTS.map(({ name, title }) => (
          <List.Item key={name}>{title}</List.Item>
        ))}
      </List>
      <FigureTable
        label="Rows of each stratum"
        rows={strata}
        keyOf={({ stratum }) => stratum}
        columns={[
          { header: 'Stratum', cell: ({ stratum }) => stratum },
          { header: 'Rows', cell: ({ rows }) => formatNumber(rows), isFigure: true },
        ]}
      />
      <Text>Compare the commitment with the one that the author has. Your name and the time will be recorded.</Text>
      <CopyableId value={hash} label="Commitment of the list" />
      <Checkbox
        label={LIST_CONFIRMED_MEANING}
        checked={isConfirmed}
        onChange={(event) => setIsConfirmed(event.currentTarget.checked)}
      />
    </ActionForm>
  )
}
