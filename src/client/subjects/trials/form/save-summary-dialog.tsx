import type { api } from '#contract/api'
import type { ReceivedAnswer } from '#contract/endpoint'
import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle, IconDeviceFloppy } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionDialog, useWrittenInDialog } from '../../../action/action-dialog'
import { ActionForm, type SentAction } from '../../../action/action-form'
import { useBusyWhile } from '../../../browser/busy'
import { counted } from '../../../ui/format-number'
import { fieldInWords, valueInWords } from './field-words'
import { NewNames, typedRenaming, type SentRenaming } from './new-names'
import classes from './save-summary-dialog.module.css'

/** The server's preview of a save. */
export type SavePreview = ReceivedAnswer<typeof api.previewTrialSave>

type SaveSummaryDialogProps = {
  /** The trial's present title, typed where a save gives new names. */
  title: string
  preview: SavePreview | null
  hasParticipants: boolean
  action: SentAction
  onClose: () => void
  /** Called with the confirmation of new names, null where there are none. */
  onConfirm: (renaming: SentRenaming | null) => void
}

/** The effect of a save on a trial with participants or study packs, and who will be told, before it is done. */
export function SaveSummaryDialog({ preview, onClose, ...props }: SaveSummaryDialogProps) {
  return (
    <ActionDialog isOpen={preview !== null} onClose={onClose} title="What saving will change" size="xl">
      {preview !== null && <SaveSummary preview={preview} {...props} />}
    </ActionDialog>
  )
}

type SaveSummaryProps = Omit<SaveSummaryDialogProps, 'preview' | 'onClose'> & { preview: SavePreview }

function SaveSummary({ title, preview, hasParticipants, action, onConfirm }: SaveSummaryProps) {
  const [typed, setTyped] = useState({ reason: '', title: '' })
  const isTyped = typed.reason !== '' || typed.title !== ''
  useBusyWhile('form', isTyped)
  useWrittenInDialog(isTyped)
  const hasNewNames = preview.renamings.length > 0
  const packsAtNoSite = preview.packs_at_no_site ?? 0
  const renaming = typedRenaming(typed, title)
  return (
    <ActionForm
      action={action}
      refusal={null}
      button={preview.begins_new_epoch ? 'Save and begin a new epoch' : 'Save these changes'}
      icon={IconDeviceFloppy}
      isDisabled={hasNewNames && renaming === null}
      needsServer="changeSettings"
      cancel="Back to the form"
      onSubmit={() => onConfirm(hasNewNames ? renaming : null)}
    >
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
      {packsAtNoSite > 0 && (
        <Alert color="amber" icon={<IconAlertTriangle aria-hidden="true" />} title="Packs without a site">
          {counted(packsAtNoSite, 'Inactive or Active pack is', 'Inactive or Active packs are')} at no site. Once sites
          manage packs, packs at no site cannot be allocated or transferred.
        </Alert>
      )}
      <Changes changes={preview.changes} />
      {hasNewNames && <NewNames renamings={preview.renamings} title={title} typed={typed} onType={setTyped} />}
      <Text>{noticeText(preview.told)}</Text>
    </ActionForm>
  )
}

function Changes({ changes }: Pick<SavePreview, 'changes'>) {
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
