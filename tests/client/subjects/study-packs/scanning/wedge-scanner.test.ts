import { describe, expect, test } from 'vitest'
import {
  wedgeAfter,
  type Keystroke,
  type WedgeState,
} from '../../../../../src/client/subjects/study-packs/scanning/wedge-scanner'

/** The scans that are recognised when these keys come this many milliseconds apart. */
const scansOf = (keys: readonly string[], gap: number, more: Partial<Keystroke> = {}): string[] => {
  const scans: string[] = []
  let state: WedgeState = null
  for (const [index, key] of keys.entries()) {
    const next = wedgeAfter(state, { key, at: 1000 + index * gap, is_chord: false, is_repeat: false, ...more })
    state = next.state
    if (next.scanned !== null) scans.push(next.scanned)
  }
  return scans
}

const PACK = [...'A-10023'.split(''), 'Enter']

describe('a scan', () => {
  test.each([
    ['at a scanner’s pace', PACK, 10, ['A-10023']],
    ['at the slowest that counts', PACK, 50, ['A-10023']],
    ['with Shift held for the capital', ['Shift', ...PACK], 10, ['A-10023']],
    ['with Shift in the middle', ['x', 'Shift', 'A', '1', '2', 'Enter'], 10, ['xA12']],
    ['of two characters, at the slowest that counts for them', ['A', '7', 'Enter'], 25, ['A7']],
    ['of three characters', [...'A-1'.split(''), 'Enter'], 10, ['A-1']],
    ['twice, one after the other', [...PACK, ...PACK], 10, ['A-10023', 'A-10023']],
    ['with spaces around it', [' ', ...'A-10023'.split(''), ' ', 'Enter'], 10, ['A-10023']],
  ])('%s', (_, keys, gap, scans) => {
    expect(scansOf(keys, gap)).toEqual(scans)
  })

  test("begins again after a person's typing", () => {
    let state: WedgeState = null
    const press = (key: string, at: number) => {
      const next = wedgeAfter(state, { key, at, is_chord: false, is_repeat: false })
      state = next.state
      return next.scanned
    }
    press('n', 0)
    press('o', 120)
    const scanned = PACK.map((key, index) => press(key, 400 + index * 5)).at(-1)
    expect(scanned).toBe('A-10023')
  })
})

describe('no scan', () => {
  test.each([
    ['a person’s typing, with Enter', PACK, 51, {}],
    ['Enter alone', ['Enter'], 10, {}],
    ['one character', ['A', 'Enter'], 10, {}],
    ['three digits that a person types fast', [...'123'.split(''), 'Enter'], 26, {}],
    ['a key that is held down', [...'aaaaaaa'.split(''), 'Enter'], 10, { is_repeat: true }],
    ['shortcuts', [...'abcdef'.split(''), 'Enter'], 10, { is_chord: true }],
    ['keys that write nothing', ['ArrowDown', 'ArrowDown', 'Tab', 'F5', 'Enter'], 10, {}],
    ['without its Enter', 'A-10023'.split(''), 10, {}],
    ['spaces only', [' ', ' ', ' ', ' ', ' ', 'Enter'], 10, {}],
    ['more than any code holds', ['x'.repeat(1), ...Array.from({ length: 256 }, () => 'x')], 1, {}],
  ])('%s', (_, keys, gap, more) => {
    expect(scansOf(keys, gap, more)).toEqual([])
  })

  test('where the Enter comes later', () => {
    const typed = 'A-10023'
      .split('')
      .reduce<WedgeState>(
        (state, key, index) => wedgeAfter(state, { key, at: index * 5, is_chord: false, is_repeat: false }).state,
        null,
      )
    const enter = { key: 'Enter', at: 500, is_chord: false, is_repeat: false }
    expect(wedgeAfter(typed, enter)).toEqual({ state: null, scanned: null })
  })
})
