import { api } from '#contract/api'
import { read, write, type Route } from '../http/route'
import { changeTrialStatus } from '../services/trials/change-trial-status'
import { confirmDesign } from '../services/trials/confirm-design'
import { createTrial } from '../services/trials/create-trial'
import { getDesignConfirmation } from '../services/trials/get-design-confirmation'
import { getReadiness } from '../services/trials/get-readiness'
import { getSite } from '../services/trials/get-site'
import { getTrial } from '../services/trials/get-trial'
import { getTrialStatistics } from '../services/trials/get-trial-statistics'
import { listTrials } from '../services/trials/list-trials'
import { openSite } from '../services/trials/open-site'
import { previewTrialSave } from '../services/trials/preview-trial-save'
import { updateTrial } from '../services/trials/update-trial'

export const trialRoutes: readonly Route[] = [
  read(api.listTrials, listTrials),
  read(api.getTrial, getTrial),
  write(api.createTrial, createTrial),
  write(api.updateTrial, updateTrial),
  read(api.previewTrialSave, previewTrialSave),
  read(api.getReadiness, getReadiness),
  read(api.getDesignConfirmation, getDesignConfirmation),
  write(api.confirmDesign, confirmDesign),
  read(api.getSite, getSite),
  write(api.openSite, openSite),
  write(api.changeTrialStatus, changeTrialStatus),
  read(api.getTrialStatistics, getTrialStatistics),
]
