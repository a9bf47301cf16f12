import { EXPORTS, type ExportFormat, type ExportName } from '#domain/reports/export'
import * as v from 'valibot'
import { listAuditLogs } from './audit-logs'
import { endpoint, fileBytes, type FileType } from './endpoint'
import { idInAddress } from './fields'
import { columnsInAddress } from './list-columns'
import { listMessages } from './messages'
import { listParticipants } from './participants'
import { DOCX, DOWNLOAD_ERRORS, FORM_MESSAGE, PDF, sentToken, tokenAnswer, XLSX } from './reports'
import { studyPackFilterFields, studyPackOrderFields } from './study-pack-filter'
import { byToken, inSystem, inTrial } from './needs'
import { listUsers } from './users'

/** The media type of each format of an export. */
export const MEDIA_TYPES: Record<ExportFormat, FileType> = {
  csv: 'text/csv',
  xlsx: XLSX,
  docx: DOCX,
  pdf: PDF,
  xpt: 'application/octet-stream',
  json: 'application/json',
}

const ofTrial = { trial_id: idInAddress }

/** A token for one download, valid for two minutes, at an address that names the list to export. */
const prepareFields = {
  method: 'POST',
  status: 200,
  touches: [],
  response: tokenAnswer,
} as const

const downloadFields = {
  method: 'GET',
  status: 200,
  response: fileBytes,
  errors: DOWNLOAD_ERRORS,
} as const

const fileOf = (name: ExportName) => {
  const [first, ...others] = EXPORTS[name].formats
  return {
    media_type: MEDIA_TYPES[first],
    other_media_types: others.map((format) => MEDIA_TYPES[format]),
    name: `${name}.${first}`,
  }
}

export const prepareParticipantsExport = endpoint({
  ...prepareFields,
  path: 'trials/{trial_id}/exports/participants',
  summary: 'Request a token to download the list of participants',
  needs: inTrial('viewTrial'),
  parameters: ofTrial,
})

const { page: _page, page_size: _size, ...participantFilters } = listParticipants.query

export const downloadParticipants = endpoint({
  ...downloadFields,
  path: 'trials/{trial_id}/exports/participants/download',
  summary: 'Download the matching participants, as the holder of the token may see them',
  needs: byToken(inTrial('viewTrial')),
  parameters: ofTrial,
  query: {
    token: sentToken,
    format: v.picklist(EXPORTS.participants.formats, FORM_MESSAGE),
    columns: columnsInAddress('participants'),
    ...participantFilters,
  },
  file: fileOf('participants'),
})

export const prepareStudyPacksExport = endpoint({
  ...prepareFields,
  path: 'trials/{trial_id}/exports/study-packs',
  summary: 'Request a token to download the list of study packs',
  needs: inTrial('viewStudyPacks'),
  parameters: ofTrial,
})

export const downloadStudyPacks = endpoint({
  ...downloadFields,
  path: 'trials/{trial_id}/exports/study-packs/download',
  summary: 'Download the matching study packs, as the holder of the token may see them',
  needs: byToken(inTrial('viewStudyPacks')),
  parameters: ofTrial,
  query: {
    token: sentToken,
    format: v.picklist(EXPORTS['study-packs'].formats, FORM_MESSAGE),
    columns: columnsInAddress('study_packs'),
    ...studyPackFilterFields,
    ...studyPackOrderFields,
  },
  file: fileOf('study-packs'),
})

export const prepareEmailsExport = endpoint({
  ...prepareFields,
  path: 'trials/{trial_id}/exports/emails',
  summary: 'Request a token to download the list of a trial’s emails',
  needs: inTrial('viewMessages'),
  parameters: ofTrial,
})

const { page: _messagesPage, page_size: _messagesSize, ...messageFilters } = listMessages.query

export const downloadEmails = endpoint({
  ...downloadFields,
  path: 'trials/{trial_id}/exports/emails/download',
  summary: 'Download the matching emails, without their contents, as the holder of the token may see them',
  needs: byToken(inTrial('viewMessages')),
  parameters: ofTrial,
  query: {
    token: sentToken,
    format: v.picklist(EXPORTS.emails.formats, FORM_MESSAGE),
    columns: columnsInAddress('messages'),
    ...messageFilters,
  },
  file: fileOf('emails'),
})

export const prepareUsersExport = endpoint({
  ...prepareFields,
  path: 'users/export',
  summary: 'Request a token to download the list of users',
  needs: inSystem('manageUsers'),
})

const { page: _usersPage, page_size: _usersSize, trial: _trial, ...userFilters } = listUsers.query

export const downloadUsers = endpoint({
  ...downloadFields,
  path: 'users/export/download',
  summary: 'Download the matching users, as the holder of the token may see them',
  needs: byToken(inSystem('manageUsers')),
  query: {
    token: sentToken,
    format: v.picklist(EXPORTS.users.formats, FORM_MESSAGE),
    columns: columnsInAddress('users'),
    ...userFilters,
  },
  file: fileOf('users'),
})

export const prepareAuditExport = endpoint({
  ...prepareFields,
  path: 'audit-logs/export',
  summary: 'Request a token to download the audit log',
  needs: inSystem('viewAuditLogs'),
})

const { page: _auditPage, page_size: _auditSize, ...auditFilters } = listAuditLogs.query

export const downloadAuditLogs = endpoint({
  ...downloadFields,
  path: 'audit-logs/export/download',
  summary: 'Download all matching audit entries in full, as the holder of the token may see them',
  needs: byToken(inSystem('viewAuditLogs')),
  query: {
    token: sentToken,
    format: v.picklist(EXPORTS['audit-log'].formats, FORM_MESSAGE),
    columns: columnsInAddress('audit_logs'),
    ...auditFilters,
  },
  file: fileOf('audit-log'),
})
