// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { createQueryClient } from '../../../src/client/api/query-client'
import { call } from '../../../src/client/device/call'
import { fromServer } from '../../../src/client/api/answer-at-hand'
import { showChangedPacks, studyPacksQuery } from '../../../src/client/api/study-pack-queries'
import { aShownPack } from '../a-shown-pack'

const TRIAL = 7
const list = {
  data: [
    { batch_id: 'B1', study_packs: [aShownPack({ id: 1 }), aShownPack({ id: 2 })] },
    { batch_id: 'B2', study_packs: [aShownPack({ id: 3, batch_id: 'B2' })] },
  ],
}

describe('after packs were changed', () => {
  test('the cached list shows them as in the answer, and every other pack unchanged', () => {
    const client = createQueryClient(call)
    const { queryKey } = studyPacksQuery(TRIAL)
    client.setQueryData(queryKey, fromServer(list, 5))
    const removed = aShownPack({ id: 2, study_pack_status_id: 4 })
    showChangedPacks(client, TRIAL, [removed])
    const shown = client.getQueryData(queryKey)
    expect(shown?.source === 'server' && shown.requestedAt).toBe(5)
    const batches = shown?.answer.data
    expect(batches?.map(({ batch_id }) => batch_id)).toEqual(['B1', 'B2'])
    expect(batches?.[0]?.study_packs).toEqual([aShownPack({ id: 1 }), removed])
    expect(batches?.[1]?.study_packs[0]).toBe(list.data[1]?.study_packs[0])
  })

  test('a list that was never fetched is not made up', () => {
    const client = createQueryClient(call)
    showChangedPacks(client, TRIAL, [aShownPack()])
    expect(client.getQueryData(studyPacksQuery(TRIAL).queryKey)).toBeUndefined()
  })
})
