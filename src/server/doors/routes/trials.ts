import { api } from '#contract/api'
import { read, write, type Route } from '../http/route'
import { changeTrialStatus } from '../../use-cases/trials/change-trial-status'
import { confirmDesign } from '../../use-cases/trials/confirm-design'
import { createTrial } from '../../use-cases/trials/create-trial'
import { getDesignConfirmation } from '../../use-cases/trials/get-design-confirmation'
import { getReadiness } from '../../use-cases/trials/get-readiness'
import { getSite } from '../../use-cases/trials/get-site'
import { getTrial } from '../../use-cases/trials/get-trial'
import { getTrialStatistics } from '../../use-cases/trials/get-trial-statistics'
import { listTrials } from '../../use-cases/trials/list-trials'
import { openSite } from '../../use-cases/trials/open-site'
import { previewTrialSave } from '../../use-cases/trials/preview-trial-save'
import { updateTrial } from '../../use-cases/trials/update-trial'

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
