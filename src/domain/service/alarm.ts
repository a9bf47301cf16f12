/** The kinds of alarms: a ledger that does not follow from its seed and records, and an audit log that was altered. */
export const ALARM_KINDS = ['ledger', 'audit_log'] as const
export type AlarmKind = (typeof ALARM_KINDS)[number]
