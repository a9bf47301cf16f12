import { api } from '#contract/api'
import { browser, writeWithOwnKeys, type Route } from '../http/route'
import { downloadExport } from '../../use-cases/reports/exports/download-export'
import { exportAuditLog } from '../../use-cases/reports/exports/export-audit-log'
import { exportParticipants } from '../../use-cases/reports/exports/export-participants'
import { exportStudyPacks } from '../../use-cases/reports/exports/export-study-packs'
import { prepareExport } from '../../use-cases/reports/exports/prepare-export'

const auditLog = { report: 'audit-log', trial_id: null } as const
const participantsOf = (trial_id: number) => ({ report: 'participants', trial_id }) as const
const packsOf = (trial_id: number) => ({ report: 'study-packs', trial_id }) as const

const { downloadParticipants, downloadStudyPacks, downloadAuditLogs } = api

export const exportRoutes: readonly Route[] = [
  writeWithOwnKeys(api.prepareParticipantsExport, (call) =>
    prepareExport(call, participantsOf(call.parameters.trial_id)),
  ),
  browser(downloadParticipants, (call) =>
    downloadExport(call, downloadParticipants, participantsOf(call.parameters.trial_id), exportParticipants),
  ),
  writeWithOwnKeys(api.prepareStudyPacksExport, (call) => prepareExport(call, packsOf(call.parameters.trial_id))),
  browser(downloadStudyPacks, (call) =>
    downloadExport(call, downloadStudyPacks, packsOf(call.parameters.trial_id), exportStudyPacks),
  ),
  writeWithOwnKeys(api.prepareAuditExport, (call) => prepareExport(call, auditLog)),
  browser(downloadAuditLogs, (call) => downloadExport(call, downloadAuditLogs, auditLog, exportAuditLog)),
]
