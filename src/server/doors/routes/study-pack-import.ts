import { api } from '#contract/api'
import { file, read, write, type Route } from '../http/route'
import { generateStudyPacks } from '../../use-cases/study-packs/generate-study-packs'
import { importStudyPacks } from '../../use-cases/study-packs/import-study-packs'
import { printStudyPackLabels } from '../../use-cases/study-packs/print-study-pack-labels'

export const studyPackImportRoutes: readonly Route[] = [
  write(api.importStudyPacks, importStudyPacks),
  read(api.generateStudyPacks, generateStudyPacks),
  file(api.printStudyPackLabels, printStudyPackLabels),
]
