import type { Participant } from '#contract/participants'
import type { StudyPack } from '#contract/study-packs'
import type { Trial } from '#contract/trials'
import { can, type EffectivePermission } from '#domain/people/permissions'
import { useQuery } from '@tanstack/react-query'
import { studyPackQuery } from '../../../api/study-pack-queries'
import { Barcode } from '../../../ui/barcode'
import { Fact } from '../../../ui/fact'
import { formatDay } from '../../../ui/format-time'
import { StudyPackStatusBadge } from '../../../ui/study-pack-status-badge'
import classes from './finish-step.module.css'

/** An ID with more signs than this is set smaller. */
const LONG_ID = 12

type AllocatedPackProps = {
  trial: Trial
  permission: EffectivePermission
  participant: Participant
  pack: NonNullable<Participant['study_pack']>
  isOneOfSeveral: boolean
}

/** The pack to collect: its ID, its barcode, and as much of its place as the viewer may see. */
export function AllocatedPack({ trial, permission, participant, pack, isOneOfSeveral }: AllocatedPackProps) {
  const { data } = useQuery({
    ...studyPackQuery(trial.id, pack.id),
    enabled: can(permission, 'viewStudyPacks'),
  })
  const place = placeOf(trial, participant, data)
  return (
    <div className={classes['pack']} data-several={isOneOfSeveral || undefined}>
      <dl>
        <div data-long={pack.pack_id.length > LONG_ID || undefined}>
          <dt>Study pack to collect</dt>
          <dd className="identifier">{pack.pack_id}</dd>
        </div>
      </dl>
      <Barcode text={pack.pack_id} />
      <dl className={classes['facts']}>
        {place !== null && <Fact term="Where">{place}</Fact>}
        {data !== undefined && (
          <Fact term="Batch, expiry">
            <span className="identifier">{data.batch_id}</span>,{' '}
            {data.expire_on === null ? 'never expires' : formatDay(data.expire_on)}
          </Fact>
        )}
        {/* Names of colleagues are for those who manage permissions. */}
        {!can(permission, 'manageStudyPacks') && (
          <Fact term="Who dispenses it">A colleague with access to study packs</Fact>
        )}
        <Fact term="Status">
          <StudyPackStatusBadge statusId={data?.study_pack_status_id ?? pack.study_pack_status_id} />
        </Fact>
      </dl>
    </div>
  )
}

/**
 * The site of a pack. Viewers who may not see packs get the participant's site, but only where packs belong to sites:
 * elsewhere the pack may be at another one.
 */
const placeOf = (
  { sites, is_site_managing_packs }: Pick<Trial, 'sites' | 'is_site_managing_packs'>,
  { site }: Pick<Participant, 'site'>,
  pack: Pick<StudyPack, 'site_id'> | undefined,
): string | null => {
  if (pack !== undefined) return sites.find(({ id }) => id === pack.site_id)?.title ?? null
  return is_site_managing_packs ? site.title : null
}
