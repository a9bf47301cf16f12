import { api } from '#contract/api'
import { expect, test } from 'vitest'
import { purposeOf } from '../../../../src/server/doors/http/purpose-of'
import type { Purpose } from '../../../../src/server/ground/admission'

const named = (purpose: Purpose) =>
  Object.entries(api)
    .filter(([, endpoint]) => purposeOf(endpoint) === purpose)
    .map(([name]) => name)
    .toSorted()

test('reports, exports and calls that read much are refused first', () => {
  expect(named('report')).toMatchInlineSnapshot(`
    [
      "checkAuditLogs",
      "compareOutcomes",
      "downloadAnalysis",
      "downloadAuditLogs",
      "downloadBalanceReport",
      "downloadEmails",
      "downloadLongReport",
      "downloadManagementReport",
      "downloadOpenBalanceReport",
      "downloadParticipants",
      "downloadRandomisationReport",
      "downloadRandomisationSpecification",
      "downloadReferenceSet",
      "downloadSealedAppendix",
      "downloadShortReport",
      "downloadStudyPacks",
      "downloadTrialArchive",
      "downloadTrialManagementReport",
      "downloadUsers",
      "getGuessability",
      "getSimulationReplicates",
      "makeBalanceReport",
      "makeLongReport",
      "makeManagementReport",
      "makeOpenBalanceReport",
      "makeShortReport",
      "makeTrialManagementReport",
      "prepareAnalysisExport",
      "prepareAuditExport",
      "prepareEmailsExport",
      "prepareParticipantsExport",
      "prepareRandomisationReport",
      "prepareRandomisationSpecification",
      "prepareReferenceSetExport",
      "prepareSealedAppendix",
      "prepareStudyPacksExport",
      "prepareTrialArchive",
      "prepareUsersExport",
      "printStudyPackLabels",
      "startRandomisationTest",
      "startSimulation",
    ]
  `)
})

test('randomising, its outcome and unblinding are refused last', () => {
  expect(named('randomisation')).toEqual(['randomiseParticipant', 'settleRandomisation', 'unblindParticipant'])
})

test.each([
  ['getMe', 'action'],
  ['getTrial', 'action'],
  ['loginFromPing', 'action'],
  ['getPermittedSites', 'action'],
  ['getParticipant', 'action'],
  ['getStudyPack', 'action'],
  ['dispenseStudyPacks', 'action'],
  ['downloadLongReport', 'report'],
  ['listParticipants', 'list'],
  ['previewUsers', 'list'],
] as const)('%s has the purpose: %s', (name, purpose) => {
  expect(named(purpose)).toContain(name)
})
