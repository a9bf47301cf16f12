import type { api } from '#contract/api'
import type { ReceivedAnswer } from '#contract/endpoint'
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconDeviceFloppy } from '@tabler/icons-react'
import { useState } from 'react'
import { useBusyWhile } from '../../../browser/busy'
import { ServerButton } from '../../../device/offline/server-button'
import { counted } from '../../../ui/format-number'
import { fieldInWords, valueInWords } from './field-words'
import { NewNames, typedRenaming, type SentRenaming } from './new-names'
import classes from './save-summary-dialog.module.css'

type Preview = ReceivedAnswer<typeof api.previewTrialSave>

type SaveSummaryDialogProps = {
  /** The trial's present title, typed where a save gives new names. */
  title: string
  preview: Preview | null
  hasParticipants: boolean
  isSending: boolean
  onClose: () => void
  /** With what confirms new names, null where there are none. */
  onConfirm: (renaming: SentRenaming | null) => void
}

/** What a save would do to a trial that has participants or study packs, and who is told, before it is done. */
export function SaveSummaryDialog({ preview, ...props }: SaveSummaryDialogProps) {
  const { isSending, onClose } = props
  return (
    <Modal
      opened={preview !== null}
      onClose={() => {
        if (!isSending) onClose()
      }}
      title="What saving will change"
      size="xl"
      closeButtonProps={{ 'aria-label': 'Back to the form' }}
    >
      {preview !== null && <SaveSummary preview={preview} {...props} />}
    </Modal>
  )
}

type SaveSummaryProps = Omit<SaveSummaryDialogProps, 'preview'> & { preview: Preview }

function SaveSummary({ title, preview, hasParticipants, isSending, onClose, onConfirm }: SaveSummaryProps) {
  const [typed, setTyped] = useState({ reason: '', title: '' })
  useBusyWhile('form', typed.reason !== '' || typed.title !== '')
  const hasNewNames = preview.renamings.length > 0
  const renaming = typedRenaming(typed, title)
  return (
    <Stack gap="md">
      <Text>
        {hasParticipants
          ? 'Participants have been randomised in this trial. All of them keep their study groups and packs.'
          : 'This trial has study packs. All of them keep their study groups and sites.'}
      </Text>
      {preview.begins_new_epoch && (
        <Alert color="amber" icon={<IconAlertTriangle aria-hidden="true" />} title="A new epoch begins">
          Counts and urns begin again, and open blocks are abandoned. Earlier participants no longer affect the balance.
          Existing allocations do not change.
        </Alert>
      )}
      <Changes changes={preview.changes} />
      {hasNewNames && <NewNames renamings={preview.renamings} title={title} typed={typed} onType={setTyped} />}
      <Text>{noticeText(preview.told)}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} disabled={isSending}>
          Back to the form
        </Button>
        <ServerButton
          action="changeSettings"
          loading={isSending}
          disabled={hasNewNames && renaming === null}
          leftSection={<IconDeviceFloppy size={20} aria-hidden="true" />}
          onClick={() => onConfirm(hasNewNames ? renaming : null)}
        >
          {preview.begins_new_epoch ? 'Save and begin a new epoch' : 'Save these changes'}
        </ServerButton>
      </Group>
    </Stack>
  )
}

function Changes({ changes }: Pick<Preview, 'changes'>) {
  if (changes.length === 0) return <Text>Nothing will change.</Text>
  return (
    <dl className={classes['changes']}>
      {changes.map(({ field, old, new: now }) => (
        <div key={field}>
          <dt>{fieldInWords(field)}</dt>
          <dd>
            {valueInWords(field, old)} → <strong>{valueInWords(field, now)}</strong>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const noticeText = (others: number): string => {
  const auditNote = 'The change is recorded in the audit log under your name.'
  if (others === 0) return `${auditNote} No one is emailed.`
  return `${auditNote} ${counted(others, 'other person is', 'other people are')} emailed that you have access to the protected trial.`
}
