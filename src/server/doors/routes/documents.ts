import { api } from '#contract/api'
import { prepareDownload } from '../../use-cases/reports/answer-report'
import { makeRandomisationReport } from '../../use-cases/reports/documents/make-randomisation-report'
import { makeRandomisationSpecification } from '../../use-cases/reports/documents/make-randomisation-specification'
import { makeSealedAppendix } from '../../use-cases/reports/documents/make-sealed-appendix'
import { prepareRandomisationReport } from '../../use-cases/reports/documents/prepare-randomisation-report'
import { sendDocument } from '../../use-cases/reports/documents/send-document'
import { browser, writeWithOwnKeys, type Route } from '../http/route'

const { downloadRandomisationSpecification, downloadSealedAppendix, downloadRandomisationReport } = api

const [SPECIFICATION, APPENDIX, REPORT] = [
  'randomisation-specification',
  'sealed-appendix',
  'randomisation-report',
] as const

export const documentRoutes: readonly Route[] = [
  writeWithOwnKeys(api.prepareRandomisationSpecification, (call) =>
    prepareDownload(call, { report: SPECIFICATION, trial_id: call.parameters.trial_id }),
  ),
  browser(downloadRandomisationSpecification, (call) =>
    sendDocument(call, downloadRandomisationSpecification, SPECIFICATION, makeRandomisationSpecification),
  ),
  writeWithOwnKeys(api.prepareSealedAppendix, (call) =>
    prepareDownload(call, { report: APPENDIX, trial_id: call.parameters.trial_id }),
  ),
  browser(downloadSealedAppendix, (call) => sendDocument(call, downloadSealedAppendix, APPENDIX, makeSealedAppendix)),
  writeWithOwnKeys(api.prepareRandomisationReport, prepareRandomisationReport),
  browser(downloadRandomisationReport, (call) =>
    sendDocument(call, downloadRandomisationReport, REPORT, makeRandomisationReport),
  ),
]
