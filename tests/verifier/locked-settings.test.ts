import { describe, expect, it } from 'vitest'
import { factors } from '../domain/randomisation/designs'
import { startStory, unrevealed } from './ledger-story'
import { verdictOn } from './run-verifier'

/*
 * Settings that the portal locks at the first participant. Trials of earlier versions have changed them, so the
 * verifier reports it without calling it a fault.
 */

const BLOCKED = { randomisation_method_id: 1, block_size_min: 2, block_size_max: 6 }
const [stratum] = factors(1).trial_strata ?? []
const oneOption = { trial_strata: stratum ? [{ ...stratum, option_ids: [11] }] : [] }
const fewer = { ...BLOCKED, ...factors(1), ...oneOption }
const more = { ...BLOCKED, ...factors(1) }
const leavingOut = { ...fewer, exclude_flagged_participants: true }

describe('after the first draw, the verifier reports settings that the portal has locked', () => {
  it.each([
    [
      'the exclusion of flagged participants',
      leavingOut,
      'record 3 switches whether flagged participants leave the counts',
    ],
    ['the options of a stratum', more, 'record 3 changes the options of a stratum'],
  ])('%s', (_says, saved, says) => {
    const note = `NOTE: ${says} after participants were drawn. The portal no longer allows this: ask why.`
    const ledger = startStory(fewer)
      .draw(1, [[1, 11]])
      .save(saved)
      .draw(1, [[1, 11]])
      .ledger()
    for (const each of [ledger, unrevealed(ledger)]) {
      const { code, printed } = verdictOn(each)
      expect(code).toBe(0)
      expect(printed).toContain(note)
    }
    const before = startStory(fewer)
      .save(saved)
      .draw(1, [[1, 11]])
      .ledger()
    expect(verdictOn(before)).toMatchObject({ code: 0, printed: expect.not.stringContaining('NOTE: record') })
  })
})
