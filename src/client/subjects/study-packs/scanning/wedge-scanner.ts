import { SCANNED_WITHIN_MS } from '../../../browser/scanner-pace'

/** Fewer characters than this are a person's, however fast they came. */
const MIN_CHARACTERS = 4
const MAX_CHARACTERS = 255

/** A key that was pressed: its name as the browser tells it, and when, in milliseconds. */
export type Keystroke = { key: string; at: number; is_chord: boolean; is_repeat: boolean }

/** What has come fast, one after the other, and when the last of it came; null between two scans. */
export type WedgeState = { text: string; at: number } | null

/**
 * A scanner that works as a keyboard ("wedge") writes a code faster than anybody types, and ends it with Enter. Takes the keys one by
 * one and answers the text of a scan with the key that ends it, else null: what is typed at a person's pace is never taken for one.
 */
export const wedgeAfter = (state: WedgeState, stroke: Keystroke): { state: WedgeState; scanned: string | null } => {
  const { key, at } = stroke
  const isFast = state !== null && at - state.at <= SCANNED_WITHIN_MS
  if (stroke.is_repeat) return NOTHING
  if (key === 'Enter') {
    const text = isFast ? state.text.trim() : ''
    return { state: null, scanned: text.length >= MIN_CHARACTERS ? text : null }
  }
  // A scanner holds Shift for its capital letters.
  if (key === 'Shift') return { state: isFast ? { ...state, at } : null, scanned: null }
  if (stroke.is_chord || key.length !== 1) return NOTHING
  const text = (isFast ? state.text : '') + key
  return text.length > MAX_CHARACTERS ? NOTHING : { state: { text, at }, scanned: null }
}

const NOTHING = { state: null, scanned: null } as const
