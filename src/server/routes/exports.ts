import { api } from '#contract/api'
import { browser, once, type Route } from '../http/route'
import { downloadExport } from '../services/exports/download-export'
import { exportAuditLog } from '../services/exports/export-audit-log'
import { exportParticipants } from '../services/exports/export-participants'
import { exportStudyPacks } from '../services/exports/export-study-packs'
import { prepareAuditExport, prepareTrialExport } from '../services/exports/prepare-export'

export const exportRoutes: readonly Route[] = [
  once(api.prepareParticipantsExport, (call) => prepareTrialExport(call, 'participants', 'viewTrial')),
  browser(api.downloadParticipants, (call) =>
    downloadExport(call, { report: 'participants', trial_id: call.parameters.trial_id }, exportParticipants),
  ),
  once(api.prepareStudyPacksExport, (call) => prepareTrialExport(call, 'study-packs', 'viewStudyPacks')),
  browser(api.downloadStudyPacks, (call) =>
    downloadExport(call, { report: 'study-packs', trial_id: call.parameters.trial_id }, exportStudyPacks),
  ),
  once(api.prepareAuditExport, prepareAuditExport),
  browser(api.downloadAuditLogs, (call) =>
    downloadExport(call, { report: 'audit-log', trial_id: null }, exportAuditLog),
  ),
]
