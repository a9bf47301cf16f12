import { api } from '#contract/api'
import { writeWithOwnKeys, read, write, type Route } from '../http/route'
import type { ServerContext } from '../../use-cases/call/server-context'
import { flagParticipant } from '../../use-cases/participants/flag-participant'
import { getParticipant } from '../../use-cases/participants/get-participant'
import { listDeviceActions } from '../../use-cases/participants/list-device-actions'
import { listParticipants } from '../../use-cases/participants/list-participants'
import { randomiseParticipant } from '../../use-cases/participants/randomise-participant'
import { reportDeviceActions } from '../../use-cases/participants/report-device-actions'
import { settleRandomisation } from '../../use-cases/participants/settle-randomisation'
import { addToWaitingList } from '../../use-cases/participants/waiting-list/add-to-waiting-list'
import { listWaitingParticipants } from '../../use-cases/participants/waiting-list/list-waiting-participants'
import { removeFromWaitingList } from '../../use-cases/participants/waiting-list/remove-from-waiting-list'

export const participantRoutes = (context: ServerContext): readonly Route[] => [
  read(api.listParticipants, listParticipants),
  read(api.getParticipant, getParticipant),
  writeWithOwnKeys(api.randomiseParticipant, randomiseParticipant(context)),
  // Safe to repeat without a key: its answer for a key never changes.
  read(api.settleRandomisation, settleRandomisation),
  write(api.flagParticipant, flagParticipant),
  read(api.listWaitingParticipants, listWaitingParticipants),
  write(api.addToWaitingList, addToWaitingList),
  write(api.removeFromWaitingList, removeFromWaitingList),
  write(api.reportDeviceActions, reportDeviceActions),
  read(api.listDeviceActions, listDeviceActions),
]
