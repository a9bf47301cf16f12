import type { Trial } from '#contract/trials'
import { DESIGN_CONFIRMED_MEANING } from '#domain/trials/design-confirmation'
import { Button, Checkbox, Group, Modal, Stack, Text, Title } from '@mantine/core'
import { useIsMutating } from '@tanstack/react-query'
import { useState } from 'react'
import { useFailureInPlace } from '../../../../api/raised-failure'
import { writeFailureText } from '../../../../api/write-failure-words'
import { ServerButton } from '../../../../device/offline/server-button'
import { Definitions } from '../../../../ui/definitions'
import { designSections } from '../settings/settings-sections'
import { DESIGN_CONFIRMATION, useConfirmDesign } from './use-confirm-design'

type ReviewDesignDialogProps = {
  trial: Trial
  /** The version of the design that is shown. */
  designVersion: number
  isOpen: boolean
  onClose: () => void
  onClosed: () => void
}

/** The whole design, read back to the second person, and what confirming it means. */
export function ReviewDesignDialog({ isOpen, onClose, onClosed, ...shown }: ReviewDesignDialogProps) {
  const isSending = useIsMutating({ mutationKey: DESIGN_CONFIRMATION }) > 0
  const close = () => {
    if (!isSending) onClose()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title="Review the design"
      size="xl"
      closeOnClickOutside={false}
      returnFocus={false}
      onExitTransitionEnd={onClosed}
    >
      <ReviewForm key={shown.designVersion} {...shown} onDone={onClose} />
    </Modal>
  )
}

type ReviewFormProps = Pick<ReviewDesignDialogProps, 'trial' | 'designVersion'> & { onDone: () => void }

function ReviewForm({ trial, designVersion, onDone }: ReviewFormProps) {
  const [isConfirmed, setIsConfirmed] = useState(false)
  const confirm = useConfirmDesign(trial.id, onDone)
  const failure = useFailureInPlace(confirm.error)
  return (
    <Stack gap="lg">
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
      {failure !== null && (
        <Text role="alert" c="red">
          {writeFailureText(failure)}
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone} disabled={confirm.isPending}>
          Cancel
        </Button>
        <ServerButton
          action="changeSettings"
          loading={confirm.isPending}
          disabled={!isConfirmed}
          onClick={() => confirm.mutate(designVersion)}
        >
          Confirm this design
        </ServerButton>
      </Group>
    </Stack>
  )
}
