import type { Participant } from '#contract/participants'
import { can, type EffectivePermission } from '#domain/people/permissions'
import { Group } from '@mantine/core'
import { PackLink } from '../../../record-links/pack-link'
import { packIds, packsOf } from './pack-ids'

type ParticipantPacksProps = { trialId: number; permission: EffectivePermission; participant: Participant }

/** The packs of a participant, with links for viewers who may see packs. */
export function ParticipantPacks({ trialId, permission, participant }: ParticipantPacksProps) {
  if (!can(permission, 'viewStudyPacks')) return <span className="identifier">{packIds(participant)}</span>
  return (
    <Group gap="sm">
      {packsOf(participant).map((pack) => (
        <PackLink key={pack.id} trialId={trialId} pack={pack} />
      ))}
    </Group>
  )
}
