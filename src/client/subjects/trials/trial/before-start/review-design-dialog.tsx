import { api } from '#contract/api'
import type { Trial } from '#contract/trials'
import { DESIGN_CONFIRMED_MEANING } from '#domain/trials/design-confirmation'
import { Checkbox, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { ActionDialog, type OpenDialog } from '../../../../action/action-dialog'
import { ActionForm } from '../../../../action/action-form'
import { ActionRefused } from '../../../../action/action-refused'
import { useAction } from '../../../../action/use-action'
import { designConfirmationQuery } from '../../../../api/trial-queries'
import { Definitions } from '../../../../ui/definitions'
import { designSections } from '../settings/settings-sections'

type ReviewDesignProps = {
  trial: Trial
  /** The version of the design that is shown. */
  designVersion: number
}

/** The whole design, for the second person to check, and the meaning of the confirmation. */
export function ReviewDesignDialog({ trial, designVersion, ...dialog }: OpenDialog & ReviewDesignProps) {
  return (
    <ActionDialog {...dialog} title="Review the design" size="xl">
      <ReviewForm key={designVersion} trial={trial} designVersion={designVersion} onDone={dialog.onClose} />
    </ActionDialog>
  )
}

function ReviewForm({ trial, designVersion, onDone }: ReviewDesignProps & { onDone: () => void }) {
  const [isConfirmed, setIsConfirmed] = useState(false)
  const confirm = useAction(
    api.confirmDesign,
    (design_version: number) => ({ parameters: { trial_id: String(trial.id) }, body: { design_version } }),
    { replaces: () => designConfirmationQuery(trial.id), onDone, isFailureShownInPlace: true },
  )
  return (
    <ActionForm
      action={confirm}
      refusal={<ActionRefused title="The design was not confirmed" error={confirm.error} />}
      button="Confirm this design"
      isDisabled={!isConfirmed}
      needsServer="changeSettings"
      onSubmit={() => confirm.mutate(designVersion)}
    >
      {designSections(trial).map(({ title, items }) => (
        <section key={title} aria-label={title}>
          <Title order={3} size="h4" mb="xs">
            {title}
          </Title>
          {items.length === 0 ? <Text c="dimmed">None</Text> : <Definitions items={items} />}
        </section>
      ))}
      <Text>Your name and the time will be recorded.</Text>
      <Checkbox
        label={DESIGN_CONFIRMED_MEANING}
        checked={isConfirmed}
        onChange={(event) => setIsConfirmed(event.currentTarget.checked)}
      />
    </ActionForm>
  )
}
