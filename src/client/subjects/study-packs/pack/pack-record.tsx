import { isPlainPackField, PACK_FIELD_NAMES, packField } from '#domain/study-packs/study-pack-fields'
import type { ReactNode } from 'react'
import { paths } from '../../../paths'
import { Definitions } from '../../../ui/definitions'
import { TextLink } from '../../../ui/link-button'
import { CopyableId } from '../../../ui/copyable-id'
import { packFieldValue } from '../pack-field'
import type { PackFromServerOrStore, PacksTrial } from '../pack-from-server-or-store'
import { PackStatus } from '../pack-status'
import { siteTitlesOf } from '../site-titles'

/** Everything that is recorded about a pack, as far as the viewer may see it. */
export function PackRecord({ trial, pack }: { trial: Pick<PacksTrial, 'id' | 'sites'>; pack: PackFromServerOrStore }) {
  const { study_group, participant, checked_by_user } = pack
  const items: (readonly [string, ReactNode])[] = [
    ['ID', <CopyableId key="id" value={pack.pack_id} what="Pack ID" isLarge />],
    ['Status', <PackStatus key="status" pack={pack} />],
    [
      'Participant',
      participant?.id === undefined ? (
        (participant?.trial_sequence_no ?? 'No one yet')
      ) : (
        <TextLink key="participant" {...paths.participant(trial.id, participant.id)}>
          Participant {participant.trial_sequence_no}
        </TextLink>
      ),
    ],
    ['Site', siteTitlesOf(trial)(pack.site_id) ?? ''],
    ...PACK_FIELD_NAMES.filter(isPlainPackField)
      .filter((name) => name !== 'pack_id')
      .map((name) => [packField(name).heading, packFieldValue(name, pack) ?? packField(name).absent] as const),
    ...(study_group === undefined ? [] : [['Study group', study_group.name] as const]),
    ...(checked_by_user === undefined
      ? []
      : [['Confirmed by a second person', checked_by_user?.name ?? 'No one yet'] as const]),
  ]
  return <Definitions items={items} />
}
