import { listAuditLogs } from '#contract/audit-logs'
import { listMessages } from '#contract/messages'
import { listParticipants } from '#contract/participants'
import { studyPackFilterFields } from '#contract/study-pack-filter'
import { listTrialUsers } from '#contract/trial-users'
import { listTrials } from '#contract/trials'
import { listUsers } from '#contract/users'
import type { ErrorCode } from '#contract/errors'
import { redirectToPing } from '#contract/session'
import { idempotencyKey, idInAddress, page, pageSize, repeated } from '#contract/fields'
import { TRIAL_REPORTS } from '#domain/reports/report'
import * as v from 'valibot'
import { searchOf } from './address-search'

/** The page sizes of the list; the longer one is for the home page alone. */
/** Its long pages are for the home page alone: here the sizes are those that the list offers. */
export const trialsSearch = searchOf({ ...listTrials.query, page_size: pageSize() })

export const participantsSearch = searchOf(listParticipants.query)
export const trialUsersSearch = searchOf(listTrialUsers.query)
export const messagesSearch = searchOf(listMessages.query)

/** The study packs are loaded all at once; the screen filters them, and their export gets the same filter. */
export const studyPacksSearch = searchOf(studyPackFilterFields)

/** The ID of the pack to dispense, and the participant from whose page the dispense began. */
export const dispenseSearch = searchOf({
  pack: v.optional(v.pipe(v.string(), v.maxLength(255))),
  participant: v.optional(idInAddress),
})

const { trial: _trial, ...usersFields } = listUsers.query
export const usersSearch = searchOf(usersFields)

/** The users to invite: those of the filtered list. */
const { page: _page, page_size: _pageSize, ...inviteFields } = usersFields
export const inviteSearch = searchOf(inviteFields)

/** The filter of the audit log, and the unfolded entry. */
export const auditSearch = searchOf({ ...listAuditLogs.query, open: v.optional(idInAddress) })

/**
 * The key of the wizard's randomisation, and its person: for another person the outcome of the same key would be about a key of
 * their own.
 */
export const randomiseSearch = searchOf({
  attempt: v.optional(idempotencyKey),
  by: v.optional(v.pipe(v.string(), v.maxLength(64))),
})

/** The trial, or the form in another tab, that fills in a simulation, and the shown simulations, one for each alternative. */
export const simulationSearch = searchOf({
  trial: v.optional(idInAddress),
  typed: v.optional(v.pipe(v.string(), v.uuid())),
  run: repeated(idInAddress),
})

/** The open report of a trial. */
export const trialReportSearch = searchOf({ report: v.optional(v.picklist(TRIAL_REPORTS), TRIAL_REPORTS[0]), page })

/** The shown page of the management report. */
export const managementReportSearch = searchOf({ page })

/** Why a sign-in failed before there was a REF, as the server's callback reports it. */
const FAILURES_ON_RETURN = ['ref_invalid', 'provider_refused', 'unavailable'] as const satisfies readonly ErrorCode[]

/** The link of an invitation; the server checks its secret. */
export const associationSearch = searchOf({ token: v.optional(v.string()) })

/** Whether the provider must ask for the account, even where it remembers one. */
export const signInSearch = searchOf({ prompt: redirectToPing.query.prompt })

/** The return address of a sign-in provider. */
export const returnSearch = searchOf({
  REF: v.optional(v.string()),
  error: v.optional(v.picklist(FAILURES_ON_RETURN)),
  purpose: redirectToPing.query.purpose,
})
