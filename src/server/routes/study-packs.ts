import { api } from '#contract/api'
import { read, write, type Route } from '../http/route'
import { changeStatusOfStudyPacks } from '../services/study-packs/change-status-of-study-packs'
import { checkStudyPack } from '../services/study-packs/check-study-pack'
import { dispenseStudyPacks } from '../services/study-packs/dispense-study-packs'
import { getStudyPack } from '../services/study-packs/get-study-pack'
import { listStudyPacks } from '../services/study-packs/list-study-packs'
import { recallStudyPacks } from '../services/study-packs/recall-study-packs'
import { transferStudyPacks } from '../services/study-packs/transfer-study-packs'
import { updateStudyPacks } from '../services/study-packs/update-study-packs'

export const studyPackRoutes: readonly Route[] = [
  read(api.listStudyPacks, listStudyPacks),
  read(api.getStudyPack, getStudyPack),
  write(api.activateStudyPacks, changeStatusOfStudyPacks('activate')),
  write(api.deactivateStudyPacks, changeStatusOfStudyPacks('deactivate')),
  write(api.removeStudyPacks, changeStatusOfStudyPacks('remove')),
  write(api.expireStudyPacks, changeStatusOfStudyPacks('expire')),
  write(api.recallStudyPacks, recallStudyPacks),
  write(api.transferStudyPacks, transferStudyPacks),
  write(api.updateStudyPacks, updateStudyPacks),
  write(api.dispenseStudyPacks, dispenseStudyPacks),
  write(api.checkStudyPack, checkStudyPack),
]
