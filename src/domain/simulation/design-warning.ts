import type { DesignWarningCode } from '../trials/design-warning-code'

/** A warning that a design is easy to guess or will not balance: a code for programs, a sentence for people. */
export type DesignWarning = { readonly code: DesignWarningCode; readonly message: string }

/** The expected participants of a trial, 0 where unknown, and its number of sites. */
export type Expected = { readonly participants: number; readonly sites: number }

/** From this many percent on, a guesser who counts is hardly ever wrong. */
export const NEARLY_CERTAIN = 95
