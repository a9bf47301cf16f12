import { api } from '#contract/api'
import { browser, writeWithOwnKeys, type Route } from '../http/route'
import { prepareDownload } from '../../use-cases/reports/answer-report'
import { exportAnalysis } from '../../use-cases/reports/analysis/export-analysis'
import { exportAuditLog } from '../../use-cases/reports/exports/export-audit-log'
import { exportEmails } from '../../use-cases/reports/exports/export-emails'
import { exportParticipants } from '../../use-cases/reports/exports/export-participants'
import { exportStudyPacks } from '../../use-cases/reports/exports/export-study-packs'
import { exportUsers } from '../../use-cases/reports/exports/export-users'
import { exportReferenceSet } from '../../use-cases/reports/randomisation-test/export-reference-set'
import { sendFile } from '../../use-cases/reports/send-file'

const auditLog = { report: 'audit-log', trial_id: null } as const
const users = { report: 'users', trial_id: null } as const
const participantsOf = (trial_id: number) => ({ report: 'participants', trial_id }) as const
const packsOf = (trial_id: number) => ({ report: 'study-packs', trial_id }) as const
const emailsOf = (trial_id: number) => ({ report: 'emails', trial_id }) as const

const referenceSetOf = (trial_id: number) => ({ report: 'reference-set', trial_id }) as const
const analysisOf = (trial_id: number) => ({ report: 'analysis', trial_id }) as const

const {
  downloadAnalysis,
  downloadReferenceSet,
  downloadParticipants,
  downloadStudyPacks,
  downloadAuditLogs,
  downloadEmails,
  downloadUsers,
} = api

export const exportRoutes: readonly Route[] = [
  writeWithOwnKeys(api.prepareParticipantsExport, (call) =>
    prepareDownload(call, participantsOf(call.parameters.trial_id)),
  ),
  browser(downloadParticipants, (call) =>
    sendFile(call, downloadParticipants, participantsOf(call.parameters.trial_id), exportParticipants),
  ),
  writeWithOwnKeys(api.prepareStudyPacksExport, (call) => prepareDownload(call, packsOf(call.parameters.trial_id))),
  browser(downloadStudyPacks, (call) =>
    sendFile(call, downloadStudyPacks, packsOf(call.parameters.trial_id), exportStudyPacks),
  ),
  writeWithOwnKeys(api.prepareAnalysisExport, (call) => prepareDownload(call, analysisOf(call.parameters.trial_id))),
  browser(downloadAnalysis, (call) =>
    sendFile(call, downloadAnalysis, analysisOf(call.parameters.trial_id), exportAnalysis),
  ),
  writeWithOwnKeys(api.prepareReferenceSetExport, (call) =>
    prepareDownload(call, referenceSetOf(call.parameters.trial_id)),
  ),
  browser(downloadReferenceSet, (call) =>
    sendFile(call, downloadReferenceSet, referenceSetOf(call.parameters.trial_id), exportReferenceSet),
  ),
  writeWithOwnKeys(api.prepareEmailsExport, (call) => prepareDownload(call, emailsOf(call.parameters.trial_id))),
  browser(downloadEmails, (call) => sendFile(call, downloadEmails, emailsOf(call.parameters.trial_id), exportEmails)),
  writeWithOwnKeys(api.prepareUsersExport, (call) => prepareDownload(call, users)),
  browser(downloadUsers, (call) => sendFile(call, downloadUsers, users, exportUsers)),
  writeWithOwnKeys(api.prepareAuditExport, (call) => prepareDownload(call, auditLog)),
  browser(downloadAuditLogs, (call) => sendFile(call, downloadAuditLogs, auditLog, exportAuditLog)),
]
