import { api } from '#contract/api'
import { expect, test } from 'vitest'
import { purposeOf } from '../../../../src/server/doors/http/purpose-of'
import type { Purpose } from '../../../../src/server/ground/admission'

const named = (purpose: Purpose) =>
  Object.entries(api)
    .filter(([, endpoint]) => purposeOf(endpoint) === purpose)
    .map(([name]) => name)
    .toSorted()

test('reports, exports and what reads much are refused first', () => {
  expect(named('report')).toMatchInlineSnapshot(`
    [
      "checkAuditLogs",
      "downloadAnalysis",
      "downloadAuditLogs",
      "downloadBalanceReport",
      "downloadEmails",
      "downloadLongReport",
      "downloadManagementReport",
      "downloadOpenBalanceReport",
      "downloadParticipants",
      "downloadShortReport",
      "downloadStudyPacks",
      "downloadTrialArchive",
      "downloadTrialManagementReport",
      "downloadUsers",
      "getGuessability",
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
      "prepareStudyPacksExport",
      "prepareTrialArchive",
      "prepareUsersExport",
      "printStudyPackLabels",
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
] as const)('%s is taken for: %s', (name, purpose) => {
  expect(named(purpose)).toContain(name)
})
