import type { UserPermission } from '#contract/user-permissions'

/** A role of a trial with its site, where it is of one: "Site user, Hospital 6". */
export const placedRole = ({ role, site }: Pick<UserPermission, 'role' | 'site'>): string =>
  site === null ? role.title : `${role.title}, ${site.title}`
