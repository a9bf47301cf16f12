import { dueItems, blockedBy, nextDueAt } from '#offline/due-items'
import { isOpen, OUTBOX_STATES, storedAt, type DeliveryState } from '#offline/outbox-item'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const NOON = Date.parse('2026-11-21T12:00:00.000Z')
const HOUR_MS = 60 * 60 * 1000

const SESSION = 'session-of-nurse'

const item = (
  id: string,
  targets: string[],
  delivery: Partial<DeliveryState> = {},
  sub = 'nurse',
  session = `session-of-${sub}`,
) => {
  const action = { id, targets, session, ...storedAt(NOON), ...delivery }
  return { id, author: { sub }, targets, state: action.state, action }
}

type Item = Omit<ReturnType<typeof item>, 'action'> & { action: ReturnType<typeof item>['action'] | null }

describe('the actions that are sent now', () => {
  const due = (items: Item[]) => dueItems(items, { sub: 'nurse', session: SESSION, now: NOON }).map(({ id }) => id)

  it('is first in, first out for one target, and side by side for several', () => {
    expect(due([item('a', ['pack:1']), item('b', ['pack:1']), item('c', ['pack:2'])])).toEqual(['a', 'c'])
  })

  it.each(['waiting', 'sending', 'held', 'attention'] as const)(
    'waits behind an earlier one on the same target that is %s, and blocks no other',
    (state) => {
      const first = item('a', ['pack:1'], { state, due_at: NOON + 1 })
      expect(due([first, item('b', ['pack:1', 'pack:2']), item('c', ['pack:2']), item('d', ['pack:3'])])).toEqual(['d'])
    },
  )

  it.each(['done', 'discarded'] as const)('does not wait behind one that is %s', (state) => {
    expect(due([item('a', ['pack:1'], { state }), item('b', ['pack:1'])])).toEqual(['b'])
  })

  it('waits behind another person’s earlier action on the same target', () => {
    expect(due([item('a', ['pack:1'], {}, 'pharmacist'), item('b', ['pack:1']), item('c', ['pack:2'])])).toEqual(['c'])
  })

  it('is never of an earlier session before it is released, and blocks later ones on its target', () => {
    const earlier = item('a', ['pack:1'], {}, 'nurse', 'an earlier one')
    expect(due([earlier, item('b', ['pack:1']), item('c', ['pack:2'])])).toEqual(['c'])
  })

  it('is never one that cannot be opened', () => {
    expect(due([{ ...item('a', ['pack:1']), action: null }, item('b', ['pack:2'])])).toEqual(['b'])
  })

  it('is due where its time was noted before the clock was put back', () => {
    const ahead = item('a', ['pack:1'], { ...storedAt(NOON + HOUR_MS), attempts: 1, due_at: NOON + HOUR_MS + 500 })
    expect(due([ahead])).toEqual(['a'])
    expect(nextDueAt([ahead], { sub: 'nurse', session: SESSION, now: NOON })).toBeNull()
  })

  it('gives the time of the person’s next item that nothing else blocks', () => {
    const items = [
      item('a', ['x'], { due_at: NOON + 50 }),
      item('b', ['y'], { due_at: NOON + 20 }, 'pharmacist'),
      item('c', ['z'], { state: 'attention' }),
      item('d', ['z'], { due_at: NOON - 10 }),
      item('e', ['w'], { due_at: NOON + 70 }),
    ]
    const nextOf = (sub: string) => nextDueAt(items, { sub, session: `session-of-${sub}`, now: NOON })
    expect([nextOf('nurse'), nextOf('pharmacist'), nextOf('monitor')]).toEqual([NOON + 50, NOON + 20, null])
  })

  it('are never two open items of one target, whatever happened to each', () => {
    const someItem = fc.record({
      targets: fc.uniqueArray(fc.constantFrom('pack:1', 'pack:2', 'pack:3'), { minLength: 1 }),
      state: fc.constantFrom(...OUTBOX_STATES),
      due_at: fc.constantFrom(NOON - 1, NOON + 1),
    })
    fc.assert(
      fc.property(fc.array(someItem, { maxLength: 12 }), (several) => {
        const items = several.map(({ targets, ...delivery }, index) => item(String(index), targets, delivery))
        const sent = dueItems(items, { sub: 'nurse', session: SESSION, now: NOON })
        const targets = sent.flatMap((one) => one.targets)
        expect(new Set(targets).size).toBe(targets.length)
        expect(sent.every((one) => isOpen(one))).toBe(true)
      }),
    )
  })
})

describe('an item that waits for a person', () => {
  const heldBack = (items: Item[]) => {
    const last = items.at(-1)
    return last && blockedBy(last, items)?.id
  }
  const mine = item('mine', ['pack:1', 'pack:2'])

  it.each(['waiting', 'sending', 'held', 'attention'] as const)(
    'is blocked by an earlier one of another person on the same target that is %s',
    (state) => {
      expect(heldBack([item('a', ['pack:2'], { state }, 'pharmacist'), mine])).toBe('a')
    },
  )

  it('is blocked by an own one that was refused, and not by one that is sent automatically', () => {
    expect(heldBack([item('a', ['pack:1']), mine])).toBeUndefined()
    expect(heldBack([item('a', ['pack:1'], { state: 'attention' }), mine])).toBe('a')
  })

  it('is blocked by whatever blocks another one of its own before it', () => {
    const [hers, between] = [item('a', ['pack:3'], {}, 'pharmacist'), item('b', ['pack:1', 'pack:3'])]
    expect(heldBack([hers, between, mine])).toBe('a')
    expect(heldBack([between, mine])).toBeUndefined()
  })

  it('is found at once, however many of the person’s own items wait before it', () => {
    const many = Array.from({ length: 200 }, (_, index) => item(`own-${index}`, ['pack:1']))
    expect(heldBack([...many, mine])).toBeUndefined()
    expect(heldBack([item('a', ['pack:1'], {}, 'pharmacist'), ...many, mine])).toBe('a')
  })

  it('is not blocked by a later item, one of another subject or a closed one, nor once it was sent', () => {
    const other = item('a', ['pack:1'], {}, 'pharmacist')
    expect(blockedBy(mine, [mine, other])).toBeNull()
    expect(heldBack([item('a', ['pack:3'], {}, 'pharmacist'), mine])).toBeUndefined()
    expect(heldBack([{ ...other, state: 'done' }, mine])).toBeUndefined()
    expect(heldBack([other, { ...mine, state: 'sending' }])).toBeUndefined()
  })

  it('is never sent before the item that blocks it', () => {
    const items = [item('a', ['pack:1'], {}, 'pharmacist'), mine]
    expect(dueItems(items, { sub: 'nurse', session: SESSION, now: NOON })).toEqual([])
  })
})
