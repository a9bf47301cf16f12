/** So many whole days before its end a person is emailed that their account ends, the longest first. */
export const ACCOUNT_WARNING_DAYS = [30, 7, 1] as const
