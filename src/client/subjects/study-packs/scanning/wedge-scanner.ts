import { SCANNED_WITHIN_MS } from '../../../browser/scanner-pace'

/** A shorter text is a person's, however fast it was typed, unless a pack has this ID. */
const MIN_CHARACTERS = 4
const MIN_CHARACTERS_OF_ID = 2
const MAX_CHARACTERS = 255

/** A pressed key: its name as the browser reports it, and when, in milliseconds. */
export type Keystroke = { key: string; at: number; is_chord: boolean; is_repeat: boolean }

/** The characters typed at a scanner's pace, and the time of the last one; null between two scans. */
export type WedgeState = { text: string; at: number } | null

/**
 * A scanner that works as a keyboard ("wedge") types a code faster than anybody, and ends it with Enter. Processes the
 * keys one by one and returns the text of a scan at its last key, else null: text typed at a person's pace is never a
 * scan. `isPackId` says which short texts are IDs of packs.
 */
export const wedgeAfter = (
  state: WedgeState,
  stroke: Keystroke,
  isPackId: (text: string) => boolean = () => false,
): { state: WedgeState; scanned: string | null } => {
  const { key, at } = stroke
  const isFast = state !== null && at - state.at <= SCANNED_WITHIN_MS
  if (stroke.is_repeat) return NOTHING
  if (key === 'Enter') {
    const text = isFast ? state.text.trim() : ''
    const isScan = text.length >= MIN_CHARACTERS || (text.length >= MIN_CHARACTERS_OF_ID && isPackId(text))
    return { state: null, scanned: isScan ? text : null }
  }
  // A scanner holds Shift for its capital letters.
  if (key === 'Shift') return { state: isFast ? { ...state, at } : null, scanned: null }
  if (stroke.is_chord || key.length !== 1) return NOTHING
  const text = (isFast ? state.text : '') + key
  return text.length > MAX_CHARACTERS ? NOTHING : { state: { text, at }, scanned: null }
}

const NOTHING = { state: null, scanned: null } as const
