import { api } from '#contract/api'
import { read, write, type Route } from '../http/route'
import { confirmAllocationList } from '../../use-cases/trials/own-lists/confirm-allocation-list'
import { getAllocationList } from '../../use-cases/trials/own-lists/get-allocation-list'
import { listOwnAllocationLists } from '../../use-cases/trials/own-lists/list-own-allocation-lists'
import { nameListAuthor } from '../../use-cases/trials/own-lists/name-list-author'
import { uploadAllocationList } from '../../use-cases/trials/own-lists/upload-allocation-list'
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
  read(api.getAllocationList, getAllocationList),
  write(api.nameListAuthor, nameListAuthor),
  write(api.confirmAllocationList, confirmAllocationList),
  read(api.listOwnAllocationLists, listOwnAllocationLists),
  write(api.uploadAllocationList, uploadAllocationList),
  read(api.getSite, getSite),
  write(api.openSite, openSite),
  write(api.changeTrialStatus, changeTrialStatus),
  read(api.getTrialStatistics, getTrialStatistics),
]
