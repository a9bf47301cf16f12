import { OUTBOX_STATES, deliveryStateAfter, storedAt, type OutboxEvent } from '#offline/outbox-item'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/* The table of src/specification/offline.md#the-outbox matches the outbox itself. */

const PAGE = readFileSync(new URL('../../src/specification/offline.md', import.meta.url), 'utf8')

const statesIn = (cell: string): string[] => [...cell.matchAll(/`(\w+)`/g)].flatMap(([, state = '']) => state)

/** The steps of the page's table, as `waiting to sending`. The first row has the initial state. */
const specifiedSteps = (): Set<string> => {
  const [, table = ''] = /^## The outbox\n\n(.*?)\n\n/ms.exec(PAGE) ?? []
  const rows = table.split('\n').map((row) => row.split('|'))
  return new Set(
    rows.flatMap(([, from = '', , to = '']) => statesIn(from).map((state) => `${state} to ${statesIn(to)[0]}`)),
  )
}

const at = 0
const EVENTS: Record<OutboxEvent['kind'], OutboxEvent> = {
  sent: { kind: 'sent', at },
  accepted: { kind: 'accepted', at },
  unanswered: { kind: 'unanswered', at, words: '', chance: 0, retry_after_ms: null },
  abandoned: { kind: 'abandoned', at },
  signed_out: { kind: 'signed_out', at },
  signed_in: { kind: 'signed_in', at },
  refused: { kind: 'refused', at, words: '' },
  withdrawn: { kind: 'withdrawn', at, words: '' },
  corrected: { kind: 'corrected', at, words: null },
  discarded: { kind: 'discarded', at, words: '' },
}

it('takes every step of the page, and no other', () => {
  const possible = OUTBOX_STATES.flatMap((state) =>
    Object.values(EVENTS).flatMap((event) => {
      const after = deliveryStateAfter({ ...storedAt(at), state }, event)
      return after.ok ? [`${state} to ${after.value.state}`] : []
    }),
  )
  expect(new Set(possible)).toEqual(specifiedSteps())
})
