import { paths } from '../../paths'
import { TextLink } from '../../ui/link-button'
import type { PackFromServerOrStore } from './pack-from-server-or-store'

/** The id of a pack, leading to the pack's page. */
export function PackLink({ trialId, pack }: { trialId: number; pack: Pick<PackFromServerOrStore, 'id' | 'pack_id'> }) {
  return (
    <TextLink
      {...paths.studyPack(trialId, pack.id)}
      className="identifier"
      fw={600}
      underline="hover"
      py="0.625rem"
      miw="2.75rem"
      display="inline-block"
      aria-label={`Pack ${pack.pack_id}`}
    >
      {pack.pack_id}
    </TextLink>
  )
}
