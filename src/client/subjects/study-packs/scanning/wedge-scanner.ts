import { SCANNED_WITHIN_MS } from '../../../browser/scanner-pace'

const MIN_CHARACTERS = 2
const MAX_CHARACTERS = 255

/** A shorter text is a scan only at a tighter pace, up to and with its Enter: a person types a few digits fast. */
const LONG_FROM_CHARACTERS = 4
const SHORT_SCANNED_WITHIN_MS = 25

/** A pressed key: its name as the browser reports it, and when, in milliseconds. */
export type Keystroke = { key: string; at: number; is_chord: boolean; is_repeat: boolean }

/** The characters typed at a scanner's pace, the time of the last one and the longest pause; null between two scans. */
export type WedgeState = { text: string; at: number; longest_ms: number } | null

/**
 * A scanner that works as a keyboard ("wedge") types a code faster than anybody, and ends it with Enter. Processes one key, and
 * returns the text of a scan at its last key, else null.
 */
export const wedgeAfter = (state: WedgeState, stroke: Keystroke): { state: WedgeState; scanned: string | null } => {
  const { key, at } = stroke
  const isFast = state !== null && at - state.at <= SCANNED_WITHIN_MS
  const longest_ms = isFast ? Math.max(state.longest_ms, at - state.at) : 0
  if (stroke.is_repeat) return NOTHING
  if (key === 'Enter') {
    const text = isFast ? state.text.trim() : ''
    const isPaced = text.length >= LONG_FROM_CHARACTERS || longest_ms <= SHORT_SCANNED_WITHIN_MS
    return { state: null, scanned: isPaced && text.length >= MIN_CHARACTERS ? text : null }
  }
  // A scanner holds Shift for its capital letters.
  if (key === 'Shift') return { state: isFast ? { ...state, at, longest_ms } : null, scanned: null }
  if (stroke.is_chord || key.length !== 1) return NOTHING
  const text = (isFast ? state.text : '') + key
  return text.length > MAX_CHARACTERS ? NOTHING : { state: { text, at, longest_ms }, scanned: null }
}

const NOTHING = { state: null, scanned: null } as const
