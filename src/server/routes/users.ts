import { api } from '#contract/api'
import { read, write, writeList, type Route } from '../http/route'
import { changePermission } from '../services/user-permissions/change-permission'
import { endPermission } from '../services/user-permissions/end-permission'
import { grantManyPermissions } from '../services/user-permissions/grant-many-permissions'
import { grantPermission } from '../services/user-permissions/grant-permission'
import { listUserPermissions } from '../services/user-permissions/list-user-permissions'
import { saveTrialNotification } from '../services/trial-notifications/save-trial-notification'
import { broadcastMessage } from '../services/users/broadcast-message'
import { countBroadcast } from '../services/users/count-broadcast'
import { createUsers } from '../services/users/create-users'
import { extendUser } from '../services/users/extend-user'
import { getUser } from '../services/users/get-user'
import { listRoles } from '../services/users/list-roles'
import { listTrialUsers } from '../services/users/list-trial-users'
import { previewTrialUsers } from '../services/users/preview-trial-users'
import { previewUsers } from '../services/users/preview-users'
import { listUsers } from '../services/users/list-users'
import { setUserActive } from '../services/users/set-user-active'
import { updateUser } from '../services/users/update-user'

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
