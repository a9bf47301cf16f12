import { api } from '#contract/api'
import { read, write, type Route } from '../http/route'
import { changePermission } from '../services/user-permissions/change-permission'
import { endPermission } from '../services/user-permissions/end-permission'
import { grantManyPermissions } from '../services/user-permissions/grant-many-permissions'
import { grantPermission } from '../services/user-permissions/grant-permission'
import { listUserPermissions } from '../services/user-permissions/list-user-permissions'
import { getUser } from '../services/users/get-user'
import { listRoles } from '../services/users/list-roles'
import { listTrialUsers } from '../services/users/list-trial-users'
import { listUsers } from '../services/users/list-users'

export const userRoutes: readonly Route[] = [
  // Before `users/{user_id}`, which would take it for an id.
  read(api.listRoles, listRoles),
  read(api.listUsers, listUsers),
  read(api.getUser, getUser),
  read(api.listTrialUsers, listTrialUsers),
  read(api.listUserPermissions, listUserPermissions),
  write(api.grantPermission, grantPermission),
  write(api.changePermission, changePermission),
  write(api.endPermission, endPermission),
  write(api.grantManyPermissions, grantManyPermissions),
]
