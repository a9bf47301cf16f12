import { RANDOMISED, SAVED_HERE } from '../../../src/client/safety-words'
import type { Target } from '../fault-proxy'
import { until } from '../until'
import { FLAGGING, flags, NOBODY_ANSWERS } from '../ward'
import { RANDOMISING } from '../wizard'
import { atTheShelf, handsOut, onTheWard, settles, WAITING } from './ground'
import { ONE_DISPENSED, ONE_FLAG, type Scenario } from './scenario'

const DISPENSING: Target = { method: 'POST', path: /\/dispense$/ }

/** The server has acted, and its answer is lost. */
export const ANSWER_LOST: readonly Scenario[] = [
  {
    name: 'flag, answer lost',
    given: 'a participant to be flagged',
    when: 'the answer is lost after the server acted',
    outcome: 'the flag waits, is sent again under its key, and is set once',
    mattersMost: true,
    walk: async (ground) => {
      const { nurse, counted } = await onTheWard(ground)
      nurse.expectsError(NOBODY_ANSWERS)
      const cut = ground.portal.front.inflict('answer_lost', FLAGGING)
      await flags(nurse, 1, 'Answer lost')
      await until('the answer is lost', () => cut.met() > 0)
      await nurse.sees(WAITING)
      cut.lift()
      return settles(nurse, ONE_FLAG, counted)
    },
  },
  {
    name: 'dispense, answer lost',
    given: 'a pack to be dispensed',
    when: 'the answer is lost after the server acted',
    outcome: 'it waits, is sent again under its key, and the pack is dispensed once',
    mattersMost: true,
    walk: async (ground) => {
      const { pack, pharmacist, counted } = await atTheShelf(ground)
      pharmacist.expectsError(NOBODY_ANSWERS)
      const cut = ground.portal.front.inflict('answer_lost', DISPENSING)
      await handsOut(pharmacist, pack)
      await until('the answer is lost', () => cut.met() > 0)
      await pharmacist.sees(SAVED_HERE)
      cut.lift()
      return settles(pharmacist, ONE_DISPENSED, counted)
    },
  },
  {
    name: 'randomise, answer lost',
    given: 'a participant to be randomised',
    when: 'the answer is lost after the server acted',
    outcome: 'the wizard finds out what was allocated, and one was randomised',
    mattersMost: true,
    walk: async (ground) => {
      const { ward, nurse, counted } = await onTheWard(ground)
      nurse.expectsError(NOBODY_ANSWERS)
      await nurse.opens(`/trials/${ward.trial_id}/participants/new`)
      await nurse.presses('Continue')
      const cut = ground.portal.front.inflict('answer_lost', RANDOMISING)
      await nurse.presses('Randomise this participant')
      await until('the answer is lost', () => cut.met() > 0)
      await nurse.sees(RANDOMISED)
      cut.lift()
      return { reported: { randomised: 1, 'audit: Participant randomised': 1 }, counted: await counted() }
    },
  },
]
