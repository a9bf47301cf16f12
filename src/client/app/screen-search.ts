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

/** The addresses' search fields, screen by screen. Lists have those of the call they show. */
/** Its long pages are for the home page alone: here the sizes are those that the list offers. */
export const trialsSearch = searchOf({ ...listTrials.query, page_size: pageSize() })

export const participantsSearch = searchOf(listParticipants.query)
export const trialUsersSearch = searchOf(listTrialUsers.query)
export const messagesSearch = searchOf(listMessages.query)

/** The study packs come all at once: the screen narrows them, and their export does by the same. */
export const studyPacksSearch = searchOf(studyPackFilterFields)

/** What is dispensed: the id on the pack, and the participant whose page it was begun from. */
export const dispenseSearch = searchOf({
  pack: v.optional(v.pipe(v.string(), v.maxLength(255))),
  participant: v.optional(idInAddress),
})

const { trial: _trial, ...usersFields } = listUsers.query
export const usersSearch = searchOf(usersFields)

/** Who may be invited: the users whom the list was narrowed to. */
const { page: _page, page_size: _pageSize, ...inviteFields } = usersFields
export const inviteSearch = searchOf(inviteFields)

/** The audit log, and the entry that is unfolded. */
export const auditSearch = searchOf({ ...listAuditLogs.query, open: v.optional(idInAddress) })

/**
 * The wizard's: the key under which an allocation is asked for, and who asks. Keys belong to persons: another one
 * asking after it would be answered about a key of their own.
 */
export const randomiseSearch = searchOf({
  attempt: v.optional(idempotencyKey),
  by: v.optional(v.pipe(v.string(), v.maxLength(64))),
})

/**
 * The trial, or the form in another tab, that a simulation is filled in from, and the simulations that are shown, one for each
 * alternative.
 */
export const simulationSearch = searchOf({
  trial: v.optional(idInAddress),
  typed: v.optional(v.pipe(v.string(), v.uuid())),
  run: repeated(idInAddress),
})

/** Which report of a trial is shown. */
export const trialReportSearch = searchOf({ report: v.optional(v.picklist(TRIAL_REPORTS), TRIAL_REPORTS[0]), page })

/** Which rows of the management report are shown. */
export const managementReportSearch = searchOf({ page })

/** Why a sign-in did not succeed before there was a REF, as the server's callback says it. */
const FAILURES_ON_RETURN = ['ref_invalid', 'provider_refused', 'unavailable'] as const satisfies readonly ErrorCode[]

/** The link of an invitation; whether its secret holds is for the server to say. */
export const associationSearch = searchOf({ token: v.optional(v.string()) })

/** Whether the provider is to ask who it is although it may remember somebody. */
export const signInSearch = searchOf({ prompt: redirectToPing.query.prompt })

/** A sign-in provider's way back. */
export const returnSearch = searchOf({
  REF: v.optional(v.string()),
  error: v.optional(v.picklist(FAILURES_ON_RETURN)),
  purpose: redirectToPing.query.purpose,
})
