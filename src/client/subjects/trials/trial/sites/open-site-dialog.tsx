import { api } from '#contract/api'
import type { Trial } from '#contract/trials'
import { Text } from '@mantine/core'
import { ActionDialog, type OpenDialog } from '../../../../action/action-dialog'
import { ActionForm } from '../../../../action/action-form'
import { ActionRefused } from '../../../../action/action-refused'
import { RequiredText, useRequiredText, EVERYONE_READS } from '../../../../action/required-text'
import { useAction } from '../../../../action/use-action'
import { trialQuery } from '../../../../api/trial-queries'
import { PREFERENCE_WORDS } from '../preference-words'

type OpenSiteProps = { trial: Trial; site: { id: number; title: string } }

/** Opens a site: the effect, and the reason. */
export function OpenSiteDialog({ trial, site, ...dialog }: OpenDialog & OpenSiteProps) {
  return (
    <ActionDialog {...dialog} title={`Open ${site.title}`}>
      <OpenSiteForm trial={trial} site={site} onDone={dialog.onClose} />
    </ActionDialog>
  )
}

function OpenSiteForm({ trial, site, onDone }: OpenSiteProps & { onDone: () => void }) {
  const reason = useRequiredText(api.openSite.body.entries.reason)
  const parameters = { trial_id: String(trial.id), site_id: String(site.id) }
  const send = useAction(api.openSite, (text: string) => ({ parameters, body: { reason: text } }), {
    replaces: () => trialQuery(trial.id),
    onDone,
  })
  return (
    <ActionForm
      action={send}
      refusal={<ActionRefused title={`${site.title} was not opened`} error={send.error} />}
      button={`Open ${site.title}`}
      needsServer="changeSettings"
      onSubmit={() => {
        const text = reason.read()
        if (text !== null) send.mutate(text)
      }}
    >
      <Text>
        {site.title} can randomise whenever the trial is Started. You cannot close a site again. You can only remove it
        from the trial in Settings.
      </Text>
      <Text>
        Everyone with access to the site is emailed, except those who have switched off “
        {PREFERENCE_WORDS.on_trial_status}”.
      </Text>
      <RequiredText
        label="Reason"
        description={`For example: staff trained, approvals in place. ${EVERYONE_READS}`}
        text={reason}
        isFirst
      />
    </ActionForm>
  )
}
