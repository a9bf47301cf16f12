import type { ErrorCode } from '#contract/errors'
import type { Reply } from '../open-app'

/** A dialog that writes, or a form on a page of its own, and its expected behaviour. */
export type Dialog = {
  at: string
  around: Reply[]
  /** Opens it from the page. */
  open: () => Promise<unknown>
  /** Its title; null for a form on a page of its own. */
  title: string | null
  /** The labels of its fields, in order. */
  fields: string[]
  /** Its statements about the consequences. */
  says: (string | RegExp)[]
  fill?: () => Promise<unknown>
  button: string
  does: Reply
  sends: { call: string; body: unknown }
  refusedWith: ErrorCode
  /** The effect of a second press after a refusal, where that does not send the same key again. */
  again?: 'is closed'
  /** A toast repeats its refusal. */
  isToasted?: true
}

/** An ordinary reason. */
export const WHY = 'Because of the audit'

/** The warning beside a text that blinded people read. */
export const EVERYONE_READS = 'Everyone in the trial can read this. Do not name the study group.'

/* Roles by their ids. */
export const SYSTEM = 1
export const ADMINISTRATOR = 2
