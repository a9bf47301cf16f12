import type { Participant } from '#contract/participants'
import { Stack, Text } from '@mantine/core'
import { Definitions } from '../../../ui/definitions'
import { DoneAt } from '../../../ui/done-at'
import { UserLink } from '../../../record-links/user-link'
import classes from './participant-details.module.css'

/** A participant's stratum answers, for viewers who may see them, and the person, time and comment of the flag. */
export function ParticipantDetails({ participant, zone }: { participant: Participant; zone: string }) {
  const { strata = [], participant_flags: flags } = participant
  return (
    <Stack gap="md" className={classes['details']}>
      {strata.length > 0 && <Definitions items={strata.map(({ stratum, option }) => [stratum, option])} />}
      {flags.length > 0 && (
        <ol className={classes['flags']} aria-label="Flag history">
          {flags.map((flag) => (
            <li key={flag.id}>
              <Text fw={600}>
                {flag.flag_status.name} by <UserLink user={flag.flagged_by_user} isInText />
              </Text>
              <Text c="dimmed" size="sm">
                <DoneAt done={flag} zone={zone} />
              </Text>
              <Text>{flag.comment}</Text>
            </li>
          ))}
        </ol>
      )}
    </Stack>
  )
}
