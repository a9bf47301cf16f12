import { api } from '#contract/api'
import type { ReceivedAnswer, SentBody } from '#contract/endpoint'
import { Alert, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import * as v from 'valibot'
import { counted } from '../../../ui/format-number'

/** The confirmation of new names, as it is sent. */
export type SentRenaming = NonNullable<SentBody<typeof api.updateTrial>['renaming']>

type Renaming = ReceivedAnswer<typeof api.previewTrialSave>['renamings'][number]

type Typed = { reason: string; title: string }

type NewNamesProps = {
  renamings: readonly Renaming[]
  /** The trial's present title, to be typed. */
  title: string
  typed: Typed
  onType: (typed: Typed) => void
}

/** The typed confirmation, as it is sent; null where the reason is missing or the title differs. */
export const typedRenaming = (typed: Typed, title: string): SentRenaming | null => {
  const reason = v.safeParse(api.revealSeed.body.entries.reason, typed.reason)
  return reason.success && typed.title.trim() === title ? { reason: reason.output, trial_title: title } : null
}

/** The effect of new names on participants and packs, with the reason and the title that a save of them needs. */
export function NewNames({ renamings, title, typed, onType }: NewNamesProps) {
  return (
    <Stack gap="md">
      <Alert
        color="red"
        icon={<IconAlertTriangle aria-hidden="true" />}
        title={
          renamings.some(({ participants }) => participants > 0)
            ? 'Names that participants are recorded under'
            : 'Names that study packs are recorded under'
        }
      >
        {renamings.map((renaming) => (
          <Text key={`${renaming.list} ${renaming.id}`}>{renamingInWords(renaming)}</Text>
        ))}
        <Text>
          Only correct or lengthen a name here. Do not use it for another treatment or hospital: add a new study group
          or site for that.
        </Text>
      </Alert>
      <Textarea
        label="Reason for the new names"
        description="Recorded in the audit log."
        required
        autosize
        minRows={2}
        maxLength={2000}
        value={typed.reason}
        onChange={(event) => onType({ ...typed, reason: event.currentTarget.value })}
      />
      <TextInput
        label="Title of the trial"
        description={`Type “${title}” to confirm the new names.`}
        required
        autoComplete="off"
        value={typed.title}
        onChange={(event) => onType({ ...typed, title: event.currentTarget.value })}
      />
    </Stack>
  )
}

const renamingInWords = ({ list, old, new: now, participants, packs }: Renaming): string => {
  const noun = list === 'sites' ? 'site' : 'study group'
  const change =
    old.name === now.name
      ? `The label of the ${noun} “${old.name}” changes from “${old.label ?? ''}” to “${now.label ?? ''}”.`
      : `The ${noun} “${old.name}” will be called “${now.name}”.`
  const meanings = [participantsInWords(participants, noun), packsInWords(packs, noun)]
  return [change, ...meanings.filter((sentence) => sentence !== '')].join(' ')
}

const participantsInWords = (participants: number, noun: string): string => {
  if (participants === 0) return `No participant is in this ${noun} yet.`
  const staying = `${counted(participants, 'participant')} ${participants === 1 ? 'stays' : 'stay'}`
  return `${staying} in this ${noun}. The old name is shown with the new one beside it.`
}

const packsInWords = (packs: number, noun: string): string => {
  if (packs === 0) return ''
  const [stay, are] = packs === 1 ? ['stays', 'is'] : ['stay', 'are']
  return `${counted(packs, 'study pack')} ${stay} with this ${noun} and ${are} shown under the new name.`
}
