import { can, type TrialCapability } from '#domain/people/permissions'
import { paths } from '../../../../paths'
import { TextLink } from '../../../../ui/link-button'
import { useTrialPage } from '../trial-page'

type Link = ReturnType<typeof paths.addTrialUser | typeof paths.importStudyPacks | typeof paths.trialSettings>
type Way = { words: string; link: (trialId: number) => Link; needs: TrialCapability }

/** The page on which a finding is mended, for whoever may do that; nothing for one that is mended elsewhere. */
export function WayToMend({ trialId, code }: { trialId: number; code: string }) {
  const { permission } = useTrialPage()
  const way = WAYS[code]
  if (way === undefined || !can(permission, way.needs)) return null
  return <TextLink {...way.link(trialId)}>{way.words}</TextLink>
}

const USERS = { words: 'Add a user', link: paths.addTrialUser, needs: 'manageTrialUsers' } as const
const PACKS = { words: 'Import study packs', link: paths.importStudyPacks, needs: 'importStudyPacks' } as const
const SETTINGS = { words: 'Open the settings', link: paths.trialSettings, needs: 'viewSettings' } as const

/** By the codes of the domain's findings and of its warnings about the design. */
const WAYS: Readonly<Record<string, Way>> = {
  site_without_people: USERS,
  nobody_unblinds_at_site: USERS,
  no_trial_administrator: USERS,
  site_without_packs: PACKS,
  design_cannot_run: SETTINGS,
  ethics_approval_missing: SETTINGS,
  contact_missing: SETTINGS,
  sample_size_open: SETTINGS,
  past_its_end: SETTINGS,
}
