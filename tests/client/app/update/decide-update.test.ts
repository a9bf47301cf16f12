import { describe, expect, test } from 'vitest'
import { decideUpdate, type UpdateSituation } from '../../../../src/client/app/update/decide-update'

const untouched: UpdateSituation = {
  newVersion: 'waiting',
  interacted: false,
  engaged: false,
  sending: false,
  postponedUntil: 0,
  now: 1000,
}

describe('decideUpdate', () => {
  test.each<[string, Partial<UpdateSituation>, ReturnType<typeof decideUpdate>]>([
    ['without a new version nothing happens', { newVersion: 'none' }, 'nothing'],
    ['before the first touch it is applied', {}, 'apply'],
    ['before the first touch an open wizard does not matter', { engaged: true }, 'apply'],
    ['an idle page takes it', { interacted: true }, 'apply'],
    ['a dirty form or open wizard is asked', { interacted: true, engaged: true }, 'offer'],
    ['a page that is sending is asked', { interacted: true, sending: true }, 'offer'],
    ['a page that sends before the first touch is asked', { sending: true }, 'offer'],
    ['after "Later" nothing happens', { postponedUntil: 1001 }, 'nothing'],
    [
      'after "Later" a busy page is not asked either',
      { interacted: true, engaged: true, postponedUntil: 1001 },
      'nothing',
    ],
    ['when "Later" is over, it is judged again', { interacted: true, engaged: true, postponedUntil: 1000 }, 'offer'],
    ['another tab never reloads this one, even untouched', { newVersion: 'taken_over' }, 'offer'],
    ['another tab never reloads this one when idle', { newVersion: 'taken_over', interacted: true }, 'offer'],
    ['"Later" holds for what another tab did', { newVersion: 'taken_over', postponedUntil: 1001 }, 'nothing'],
  ])('%s', (_what, situation, expected) => {
    expect(decideUpdate({ ...untouched, ...situation })).toBe(expected)
  })
})
