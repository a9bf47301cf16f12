import { can, type EffectivePermission } from '#domain/people/permissions'
import { STUDY_PACK_ACTIONS } from '#domain/study-packs/study-pack-actions'
import { IconBarcode } from '@tabler/icons-react'
import { paths } from '../../paths'
import { LinkButton } from '../../ui/link-button'

type DispenseLinkProps = {
  trialId: number
  permission: EffectivePermission
  /** The id on the pack that is to be dispensed; nothing where it is still to be scanned. */
  pack?: string
}

/** The way to the scanner, or with one pack to its handing out; nothing for those who may not hand out packs. */
export function DispenseLink({ trialId, permission, pack }: DispenseLinkProps) {
  const { label, needs } = STUDY_PACK_ACTIONS.dispense
  if (!can(permission, needs)) return null
  return (
    <LinkButton
      {...paths.dispense(trialId, pack === undefined ? {} : { pack })}
      variant={can(permission, 'importStudyPacks') ? 'default' : 'filled'}
      leftSection={<IconBarcode size={20} aria-hidden="true" />}
    >
      {label}
    </LinkButton>
  )
}
