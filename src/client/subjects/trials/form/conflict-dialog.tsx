import type { Trial } from '#contract/trials'
import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { differencesOf, mergedForms, type Difference, type Keep } from './merge-trial-forms'
import { formOfTrial, type TrialFormValues } from './trial-form-values'
import { Dialog } from '../../../ui/dialog'

type ConflictDialogProps = {
  /** The trial as another person has saved it; null without one. */
  theirs: Trial | null
  base: TrialFormValues
  mine: TrialFormValues
  onClose: () => void
  onMerged: (merged: TrialFormValues) => void
}

/**
 * Another person's saved changes, one by one. My changes stay unless I choose theirs; elsewhere theirs apply. Closing
 * it loses none of mine.
 */
export function ConflictDialog({ theirs, base, mine, onClose, onMerged }: ConflictDialogProps) {
  return (
    <Dialog
      isOpen={theirs !== null}
      onClose={onClose}
      title="Someone else has saved these settings"
      size="xl"
      closeButtonProps={{ 'aria-label': 'Back to the form' }}
    >
      {theirs !== null && (
        <Choices key={theirs.setup_version} {...{ base, mine, onClose }} theirs={theirs} onMerged={onMerged} />
      )}
    </Dialog>
  )
}

function Choices({ theirs, base, mine, onClose, onMerged }: ConflictDialogProps & { theirs: Trial }) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Keep>>(new Map())
  const present = formOfTrial(theirs)
  const differences = differencesOf(base, mine, present)
  return (
    <Stack gap="lg">
      <Text>
        Your changes are not saved yet, and none of them is lost. Choose which version to use, then save again.
      </Text>
      {differences.map((difference) => (
        <Choice
          key={difference.key}
          difference={difference}
          keep={chosen.get(difference.key) ?? difference.usual}
          onKeep={(keep) => setChosen(new Map(chosen).set(difference.key, keep))}
        />
      ))}
      {differences.length === 0 && <Text>Your form already has their changes.</Text>}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Back to the form
        </Button>
        <Button onClick={() => onMerged(mergedForms(base, mine, present, chosen))}>Use these and save</Button>
      </Group>
    </Stack>
  )
}

type ChoiceProps = { difference: Difference; keep: Keep; onKeep: (keep: Keep) => void }

function Choice({ difference, keep, onKeep }: ChoiceProps) {
  return (
    <Radio.Group
      label={difference.label}
      description={`Before: ${difference.was}`}
      value={keep}
      onChange={(value) => onKeep(value === 'mine' ? 'mine' : 'theirs')}
    >
      <Radio value="theirs" label={`Theirs: ${difference.theirs}`} />
      <Radio value="mine" label={`Mine: ${difference.mine}`} />
    </Radio.Group>
  )
}
