import type { DeviceAction } from '#contract/device-actions'
import { can } from '#domain/people/permissions'
import { Fragment } from 'react'
import { ParticipantLink } from '../../../../record-links/participant-link'
import { PackLink } from '../../../../record-links/pack-link'
import { useTrialPage } from '../trial-page'

/** A person's action on a device, as "Flag participant 3", with links to the participant and the pack. */
export function DeviceActionSubject({ action }: { action: Pick<DeviceAction, 'participant' | 'study_packs'> }) {
  const { trial, permission } = useTrialPage()
  const { participant, study_packs: packs } = action
  if (participant !== null)
    return (
      <>
        Flag{' '}
        <ParticipantLink trialId={trial.id} participant={participant}>
          participant {participant.trial_sequence_no}
        </ParticipantLink>
      </>
    )
  if (packs === null) return 'Dispense study packs'
  return (
    <>
      Dispense {packs.length === 1 ? 'pack' : 'packs'}{' '}
      {packs.map((pack, place) => (
        <Fragment key={pack.id}>
          {place > 0 && ', '}
          {can(permission, 'viewStudyPacks') ? <PackLink trialId={trial.id} pack={pack} /> : pack.pack_id}
        </Fragment>
      ))}
    </>
  )
}
