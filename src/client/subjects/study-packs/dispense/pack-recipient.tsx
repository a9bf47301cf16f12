import { Text } from '@mantine/core'
import { participantsSnapshotQuery } from '../../../api/participant-queries'
import { useAtHand } from '../../../device/offline/use-at-hand'
import type { PackFromServerOrStore, PacksTrial } from '../pack-from-server-or-store'
import classes from './dispense.module.css'

/** The participant of a pack, with the ID that the ward uses. */
export function PackRecipient({ trial, pack: { participant } }: { trial: PacksTrial; pack: PackFromServerOrStore }) {
  if (participant === undefined) return null
  const { trial_sequence_no } = participant
  return (
    <Text className={classes['participant']} component="p">
      for participant <span className="identifier">{trial_sequence_no}</span>
      {trial.is_participant_id_used && <WardId trial={trial} number={trial_sequence_no} />}
    </Text>
  )
}

/** The participant's ID, once it is loaded. */
function WardId({ trial, number }: { trial: PacksTrial; number: number }) {
  const participants = useAtHand(participantsSnapshotQuery(trial.id)).data?.answer.data ?? []
  const id = participants.find(({ trial_sequence_no }) => trial_sequence_no === number)?.participant_id ?? null
  if (id === null) return null
  return (
    <>
      {' '}
      · {trial.participant_id_label ?? 'ID'} <span className="identifier">{id}</span>
    </>
  )
}
