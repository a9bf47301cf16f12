import { expect, test } from 'vitest'
import { packAmong } from '../../../../../src/client/subjects/study-packs/queue/pack-among'
import { aShownPack } from '../../../a-shown-pack'
import { aShownTrial } from '../../../a-shown-trial'

/* The pack with an ID that is scanned on the home page. An ID is unique only in its trial. */

const shelfOf = (id: number, title: string, ...packIds: string[]) => ({
  trial: aShownTrial({ id, title }),
  packs: packIds.map((pack_id) => aShownPack({ pack_id })),
  isFailed: false,
})
const CEDAR = shelfOf(5, 'CEDAR: fosfomycin', 'A-1', 'A-2')
const ELM = shelfOf(7, 'ELM', 'A-2', 'B-1')
const LOADING = { ...ELM, packs: null }
const NOT_HERE = { ...LOADING, isFailed: true }

test.for([
  { case: 'one trial has it', shelves: [CEDAR, ELM], id: 'B-1', found: { ok: true, trialId: 7, packId: 'B-1' } },
  {
    case: 'two trials have it, and none is chosen',
    shelves: [CEDAR, ELM],
    id: 'A-2',
    found: { ok: false, reason: 'CEDAR and ELM each have a pack A-2. Open the trial and scan it there.' },
  },
  {
    case: 'another trial that is still loading may have it',
    shelves: [CEDAR, LOADING],
    id: 'A-1',
    found: { ok: false, reason: 'The packs are not loaded yet. Try again in a moment.' },
  },
  {
    case: 'another trial is not stored on this device',
    shelves: [CEDAR, NOT_HERE],
    id: 'A-1',
    found: { ok: true, trialId: 5, packId: 'A-1' },
  },
  {
    case: 'none has it, but one is not loaded',
    shelves: [CEDAR, NOT_HERE],
    id: 'Z-9',
    found: { ok: false, reason: 'Pack Z-9 was not found. The packs of ELM could not be loaded.' },
  },
  { case: 'none has it', shelves: [CEDAR], id: 'Z-9', found: { ok: false, reason: 'Pack Z-9 is not at your sites.' } },
])('$case', ({ shelves, id, found }) => {
  expect(packAmong(shelves, id)).toEqual(found)
})
