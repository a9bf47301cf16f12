import type { listAuditLogs } from '#contract/audit-logs'
import type { SentQuery } from '#contract/endpoint'
import {
  downloadAuditLogs,
  downloadEmails,
  downloadParticipants,
  downloadStudyPacks,
  downloadUsers,
  prepareAuditExport,
  prepareEmailsExport,
  prepareParticipantsExport,
  prepareStudyPacksExport,
  prepareUsersExport,
} from '#contract/exports'
import type { listMessages } from '#contract/messages'
import type { listParticipants } from '#contract/participants'
import type { listUsers } from '#contract/users'
import type { ExportFormat, FormatOf } from '#domain/reports/export'
import { call } from '../../../device/call'
import { answerOf } from '../../../api/endpoint-query'
import { requestAddress } from '../../../api/request-address'

/** The format of an exported list, and its columns; all of them without a choice. */
export type ExportChoice<Format extends ExportFormat> = { format: Format; columns: string[] | undefined }

type Participants = SentQuery<typeof listParticipants>
type Packs = Omit<SentQuery<typeof downloadStudyPacks>, 'token' | 'format' | 'columns'>
type Emails = SentQuery<typeof listMessages>
type Users = Omit<SentQuery<typeof listUsers>, 'trial'>
type Audits = SentQuery<typeof listAuditLogs>

const ofTrial = (trialId: number) => ({ trial_id: String(trialId) })

/*
 * The addresses from which the browser downloads filtered lists, once, within two minutes, with the chosen columns or
 * all. Each throws `CallFailed` without one.
 */

export const participantsExport = async (
  trialId: number,
  { format, columns }: ExportChoice<FormatOf<'participants'>>,
  { page: _page, page_size: _size, ...filters }: Participants,
): Promise<string> => {
  const parameters = ofTrial(trialId)
  const { token } = answerOf(await call(prepareParticipantsExport, { parameters }))
  return requestAddress(downloadParticipants, { parameters, query: { ...filters, format, columns, token } })
}

export const studyPacksExport = async (
  trialId: number,
  { format, columns }: ExportChoice<FormatOf<'study-packs'>>,
  filters: Packs,
): Promise<string> => {
  const parameters = ofTrial(trialId)
  const { token } = answerOf(await call(prepareStudyPacksExport, { parameters }))
  return requestAddress(downloadStudyPacks, { parameters, query: { ...filters, format, columns, token } })
}

export const emailsExport = async (
  trialId: number,
  { format, columns }: ExportChoice<FormatOf<'emails'>>,
  { page: _page, page_size: _size, ...filters }: Emails,
): Promise<string> => {
  const parameters = ofTrial(trialId)
  const { token } = answerOf(await call(prepareEmailsExport, { parameters }))
  return requestAddress(downloadEmails, { parameters, query: { ...filters, format, columns, token } })
}

export const usersExport = async (
  { format, columns }: ExportChoice<FormatOf<'users'>>,
  { page: _page, page_size: _size, ...filters }: Users,
): Promise<string> => {
  const { token } = answerOf(await call(prepareUsersExport, {}))
  return requestAddress(downloadUsers, { query: { ...filters, format, columns, token } })
}

export const auditExport = async (
  { format, columns }: ExportChoice<FormatOf<'audit-log'>>,
  { page: _page, page_size: _size, ...filters }: Audits,
): Promise<string> => {
  const { token } = answerOf(await call(prepareAuditExport, {}))
  return requestAddress(downloadAuditLogs, { query: { ...filters, format, columns, token } })
}
