import type { UserPermission } from '#contract/user-permissions'
import { Stack, Text } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { BLINDING_WORDS } from '../../permission-form/permission-fields'
import { blindingOf } from '../../permission-form/permission-values'
import classes from './shown-permission.module.css'

/** A role of a trial with its site, where it is of one: "Site user, Hospital 6". */
export const placedRole = ({ role, site }: Pick<UserPermission, 'role' | 'site'>): string =>
  site === null ? role.title : `${role.title}, ${site.title}`

/** A permission in a trial at one glance: role and site, blinding, and delegation. */
export function ShownPermission({ permission }: { permission: UserPermission }) {
  const blinding = blindingOf(permission)
  const Icon = blinding === 'unblinded' ? IconEye : IconEyeOff
  const delegated = [
    ...(permission.is_unblind_authorized ? ['Delegated unblind'] : []),
    ...(permission.has_study_packs_access ? ['Delegated pack management'] : []),
  ]
  return (
    <Stack gap={2}>
      <Text fw={600}>{placedRole(permission)}</Text>
      <ul className={classes['facts']}>
        <li className={blinding === 'unblinded' ? undefined : classes['blinded']}>
          <Icon size={18} aria-hidden="true" /> {BLINDING_FACTS[blinding]}
        </li>
        {delegated.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Stack>
  )
}

const BLINDING_FACTS = {
  unblinded: BLINDING_WORDS.unblinded.label,
  label_replacement: `Blinded: ${BLINDING_WORDS.label_replacement.label.toLowerCase()}`,
  full: `Blinded: ${BLINDING_WORDS.full.label.toLowerCase()}`,
}
