import { can, type EffectivePermission } from '#domain/people/permissions'
import { STUDY_PACK_ACTIONS } from '#domain/study-packs/study-pack-actions'
import { IconBarcode } from '@tabler/icons-react'
import { paths } from '../../paths'
import { LinkButton } from '../../ui/link-button'

type DispenseLinkProps = {
  trialId: number
  permission: EffectivePermission
  /** The ID on the pack to dispense; undefined where it is still to be scanned. */
  pack?: string
}

/** The link to the scanner, or to the dispensing of one pack; nothing for people who may not dispense packs. */
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
