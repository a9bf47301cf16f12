import { api } from '#contract/api'
import { read, write, writeList, type Route } from '../http/route'
import { changePermission } from '../../use-cases/people/permissions/change-permission'
import { endPermission } from '../../use-cases/people/permissions/end-permission'
import { grantManyPermissions } from '../../use-cases/people/permissions/grant-many-permissions'
import { grantPermission } from '../../use-cases/people/permissions/grant-permission'
import { listUserPermissions } from '../../use-cases/people/permissions/list-user-permissions'
import { saveTrialNotification } from '../../use-cases/people/notifications/save-trial-notification'
import { broadcastMessage } from '../../use-cases/people/users/broadcast-message'
import { countBroadcast } from '../../use-cases/people/users/count-broadcast'
import { createUsers } from '../../use-cases/people/users/create-users'
import { extendUser } from '../../use-cases/people/users/extend-user'
import { getUser } from '../../use-cases/people/users/get-user'
import { listRoles } from '../../use-cases/people/users/list-roles'
import { listTrialUsers } from '../../use-cases/people/users/list-trial-users'
import { previewTrialUsers } from '../../use-cases/people/users/preview-trial-users'
import { previewUsers } from '../../use-cases/people/users/preview-users'
import { listUsers } from '../../use-cases/people/users/list-users'
import { setUserActive } from '../../use-cases/people/users/set-user-active'
import { updateUser } from '../../use-cases/people/users/update-user'

export const userRoutes: readonly Route[] = [
  // Before `users/{user_id}`, which would take them for ids.
  read(api.listRoles, listRoles),
  read(api.countBroadcast, countBroadcast),
  write(api.broadcastMessage, broadcastMessage),
  read(api.listUsers, listUsers),
  read(api.getUser, getUser),
  writeList(api.createUsers, createUsers),
  // A POST, since a list of 10,000 fits no address; it changes nothing.
  read(api.previewUsers, previewUsers),
  write(api.updateUser, updateUser),
  write(api.setUserActive, setUserActive),
  write(api.extendUser, extendUser),
  write(api.saveTrialNotification, saveTrialNotification),
  read(api.listTrialUsers, listTrialUsers),
  // A POST, since a list of 10,000 fits no address; it changes nothing.
  read(api.previewTrialUsers, previewTrialUsers),
  read(api.listUserPermissions, listUserPermissions),
  write(api.grantPermission, grantPermission),
  write(api.changePermission, changePermission),
  write(api.endPermission, endPermission),
  writeList(api.grantManyPermissions, grantManyPermissions),
]
