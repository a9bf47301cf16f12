import type { DesignWarningCode } from '../trials/design-warning-code'

/** Why a design is easy to guess, or will not balance: a word for programs, a sentence for people. */
export type DesignWarning = { readonly code: DesignWarningCode; readonly message: string }

/** How many participants a trial expects, 0 where there is no telling, and at how many sites. */
export type Expected = { readonly participants: number; readonly sites: number }

/** From this many percent on, one who keeps count is hardly ever wrong. */
export const NEARLY_CERTAIN = 95
