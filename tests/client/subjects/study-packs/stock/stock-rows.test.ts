import { expect, test } from 'vitest'
import { stockRows } from '../../../../../src/client/subjects/study-packs/stock/stock-rows'
import { aShownPack } from '../../../a-shown-pack'
import { aShownTrial } from '../../../a-shown-trial'

/* The stock of the sites that a person reaches. */

const NOW = Date.parse('2026-11-21T10:00:00.000Z')
const NORTH = 11
const SOUTH = 12

test('a pack of a participant that is stored at a site out of reach makes no row of that site', () => {
  const trial = aShownTrial({ is_managing_packs: true, sites: [{ id: NORTH, title: 'North', is_deleted: false }] })
  const packs = [
    aShownPack({ id: 1, site_id: NORTH, expire_on: null, duration: null }),
    aShownPack({ id: 2, site_id: SOUTH, study_pack_status_id: 5, participant: { id: 71, trial_sequence_no: 7 } }),
    aShownPack({ id: 3, site_id: null, expire_on: null, duration: null }),
  ]
  const rows = stockRows([{ trial, packs, dispensed: new Set() }], NOW)
  expect(rows.map(({ site, allocatable }) => [site, allocatable])).toEqual([
    [null, 1],
    ['North', 1],
  ])
})
