import type { ErrorCode } from '#contract/errors'
import type { Reply } from '../open-app'

/** A dialog that writes, or a form that is a page, and what is expected of it. */
export type Dialog = {
  at: string
  around: Reply[]
  /** What leads to it. */
  open: () => Promise<unknown>
  /** Its title; null for a form that is a page. */
  title: string | null
  /** What it asks for, in order. */
  fields: string[]
  /** What it says will follow. */
  says: (string | RegExp)[]
  fill?: () => Promise<unknown>
  button: string
  does: Reply
  sends: { call: string; body: unknown }
  refusedWith: ErrorCode
  /** What happens when it is pressed again after a refusal, where that is not sent under the same key. */
  again?: 'is closed'
}

/** Why something is done. */
export const WHY = 'Because of the audit'

/** What stands beside a text that blinded people read, before it is sent. */
export const EVERYONE_READS = 'Everyone in the trial can read this. Do not name the study group.'

/* Roles by their ids. */
export const SYSTEM = 1
export const ADMINISTRATOR = 2
