import { importCells } from '#domain/study-pack-import'
import { describe, expect, test } from 'vitest'
import type { Failure } from '../../../../../../src/client/api/failure'
import {
  importAfter,
  isOnItsWay,
  noImport,
  type ImportEvent,
  type ImportState,
} from '../../../../../../src/client/screens/trial/study-packs/import/import-state'

const request = { method: 'POST', path: '/api/v1/x', at: '2026-11-21T10:00:00.000Z', request_id: null }
const lost: Failure = { kind: 'timeout', code: 'ECONNABORTED', request }
const rows = [{ line: 2, cells: importCells((column) => column) }]
const taken = [{ row: 1, column: 'pack_id', message: 'A pack of this trial has this ID already' }]
const refusedRows: Failure = {
  kind: 'refused',
  status: 422,
  problem: { type: '', title: '', status: 422, detail: 'No', message: 'No', code: 'validation_failed', rows: taken },
  request,
}

const chosen: ImportEvent = { type: 'chosen', name: 'a.csv' }
const checked: ImportEvent = { type: 'told', news: { kind: 'checked', rows, problems: [], patterns: [] } }
const sent: ImportEvent = { type: 'sent' }
const failed = (failure: Failure): ImportEvent => ({ type: 'failed', failure })
const after = (...events: ImportEvent[]): ImportState => events.reduce(importAfter, noImport)

describe('an import', () => {
  test.each<[string, ImportEvent[], ImportState['phase']]>([
    ['begins with nothing', [], 'none'],
    ['is read when a file is chosen', [chosen], 'reading'],
    [
      'is checked once its rows are counted',
      [chosen, { type: 'told', news: { kind: 'checking', rows: 1 } }],
      'reading',
    ],
    ['cannot be read', [chosen, { type: 'told', news: { kind: 'unreadable', faults: [] } }], 'unreadable'],
    ['is shown', [chosen, checked], 'checked'],
    ['is sent', [chosen, checked, sent], 'sending'],
    ['is not sent before it was checked', [chosen, sent], 'reading'],
    ['is done', [chosen, checked, sent, { type: 'imported', created: 1 }], 'done'],
    ['is in doubt when the answer is lost', [chosen, checked, sent, failed(lost)], 'unsure'],
    ['is sent again out of doubt', [chosen, checked, sent, failed(lost), sent], 'sending'],
    ['is cleared', [chosen, checked, { type: 'cleared' }], 'none'],
    ['is not cleared while it is in doubt', [chosen, checked, sent, failed(lost), { type: 'cleared' }], 'unsure'],
    ['gives way to no other file while it is sent', [chosen, checked, sent, chosen], 'sending'],
    ['hears no news of a file that was cleared', [chosen, { type: 'cleared' }, checked], 'none'],
  ])('%s', (_, events, phase) => {
    expect(after(...events).phase).toBe(phase)
  })

  test.each([
    [0, 0],
    [500, 0],
    [999, 0],
    [1000, 1],
  ])('of which %i of 1,000 bytes have gone out counts %i row', (done, counted) => {
    const state = after(chosen, checked, sent, { type: 'gone_out', done, of: 1000 })
    expect(state).toMatchObject({ phase: 'sending', sent: { done: counted, of: rows.length } })
  })

  test('that is refused keeps its rows, with what the server says beside them', () => {
    const state = after(chosen, checked, sent, failed(refusedRows))
    expect(state).toMatchObject({ phase: 'checked', list: { rows, problems: taken }, refusal: refusedRows })
    expect(isOnItsWay(state)).toBe(false)
  })
})
