import type { DuplicateParticipant } from '#contract/problem'
import type { Trial } from '#contract/trials'
import { inWordsOfTrial, participantIdLabel } from '#domain/participants/participant'
import { Checkbox, List, Stack, Text } from '@mantine/core'
import { messageOf, type Failure } from '../../../api/failure'
import { NOT_RANDOMISED } from '../../../safety-words'
import { Instant } from '../../../ui/instant'
import { duplicateWarning } from './randomise-attempt'
import { Refused } from '../../../action/action-refused'

type RefusedAlertProps = {
  trial: Trial
  refusal: Failure
  approved: boolean
  onApprove: (approved: boolean) => void
}

/** The reason why the last press randomised nobody. For a duplicate, names the participants with the ID. */
export function RefusedAlert({ trial, refusal, approved, onApprove }: RefusedAlertProps) {
  const warning = duplicateWarning(refusal)
  const problem = refusal.kind === 'refused' ? refusal.problem : null
  const duplicates = warning !== null && <Duplicates trial={trial} duplicates={problem?.duplicates ?? []} />
  if (warning === 'Warn') {
    return (
      <Refused tone="amber" title={inWordsOfTrial('Participant ID duplicate found', trial)} cause={refusal}>
        <Stack gap="xs">
          {duplicates}
          <Checkbox
            label={inWordsOfTrial('Randomise with this participant ID anyway', trial)}
            checked={approved}
            onChange={(event) => onApprove(event.currentTarget.checked)}
          />
        </Stack>
      </Refused>
    )
  }
  const fields = Object.values(problem?.fields ?? {})
  return (
    <Refused title={NOT_RANDOMISED.title} cause={refusal}>
      <Stack gap="xs">
        <Text>{warning === 'Block' ? inWordsOfTrial(DUPLICATE_BLOCKED, trial) : messageOf(refusal)}</Text>
        {duplicates}
        {fields.map((message) => (
          <Text key={message}>{message}</Text>
        ))}
      </Stack>
    </Refused>
  )
}

const DUPLICATE_BLOCKED =
  'Participant ID duplicate blocked: This participant ID has been found to be a duplicate and cannot be used for randomisation in this trial.'

/** The participants with the same ID, without those at sites that the viewer does not reach. */
function Duplicates({ trial, duplicates }: { trial: Trial; duplicates: readonly DuplicateParticipant[] }) {
  if (duplicates.length === 0) return <Text>It belongs to a participant at a site that you cannot see.</Text>
  return (
    <>
      <Text>It belongs to:</Text>
      <List>
        {duplicates.map(({ trial_sequence_no, participant_id, created_at, site }) => (
          <List.Item key={trial_sequence_no}>
            Participant <span className="identifier">{trial_sequence_no}</span>, {participantIdLabel(trial)}{' '}
            <span className="identifier">{participant_id}</span>, {site.title},{' '}
            <Instant at={created_at} zone={trial.selected_timezone} />
          </List.Item>
        ))}
      </List>
    </>
  )
}
