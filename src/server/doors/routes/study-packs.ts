import { api } from '#contract/api'
import { isPlainAction, STUDY_PACK_ACTION_NAMES } from '#domain/study-packs/study-pack-actions'
import { read, write, type Route } from '../http/route'
import { changeStatusOfStudyPacks } from '../../use-cases/study-packs/change-status-of-study-packs'
import { checkStudyPack } from '../../use-cases/study-packs/check-study-pack'
import { dispenseStudyPacks } from '../../use-cases/study-packs/dispense-study-packs'
import { getStudyPack } from '../../use-cases/study-packs/get-study-pack'
import { listStudyPacks } from '../../use-cases/study-packs/list-study-packs'
import { transferStudyPacks } from '../../use-cases/study-packs/transfer-study-packs'
import { updateStudyPacks } from '../../use-cases/study-packs/update-study-packs'

export const studyPackRoutes: readonly Route[] = [
  read(api.listStudyPacks, listStudyPacks),
  read(api.getStudyPack, getStudyPack),
  ...STUDY_PACK_ACTION_NAMES.filter(isPlainAction).map((action) =>
    write(api[`${action}StudyPacks` as const], changeStatusOfStudyPacks(action)),
  ),
  write(api.transferStudyPacks, transferStudyPacks),
  write(api.updateStudyPacks, updateStudyPacks),
  write(api.dispenseStudyPacks, dispenseStudyPacks),
  write(api.checkStudyPack, checkStudyPack),
]
