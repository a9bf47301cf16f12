import { getAppInstance } from './app-instance'
import { getParticipant, listParticipants, randomiseParticipant, settleRandomisation } from './participants'
import {
  getMe,
  getPermittedSites,
  getSystemPermission,
  getTrialPermission,
  loginFromAaf,
  loginFromPing,
  logout,
  redirectToAaf,
  redirectToPing,
  returnFromAaf,
  returnFromPing,
} from './session'
import { changeTrialStatus, createTrial, getTrial, getTrialStatistics, listTrials } from './trials'

/** Where the API stands on its host. */
export const API_BASE = '/api/v1'

/** The mark that every answer of the API carries, so that a captive portal's page is never taken for one. */
export const API_MARK = { name: 'X-Api', value: 'equipoise/1' } as const

/** Every call there is. The server mounts them, the client calls them, the OpenAPI document lists them. */
export const api = {
  getAppInstance,
  redirectToPing,
  redirectToAaf,
  returnFromPing,
  returnFromAaf,
  loginFromPing,
  loginFromAaf,
  logout,
  getMe,
  getSystemPermission,
  getTrialPermission,
  getPermittedSites,
  listTrials,
  getTrial,
  createTrial,
  changeTrialStatus,
  getTrialStatistics,
  listParticipants,
  getParticipant,
  randomiseParticipant,
  settleRandomisation,
} as const
