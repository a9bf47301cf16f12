import {
  dueItems,
  isOpen,
  nextDueAt,
  OUTBOX_STATES,
  standingAfter,
  storedAt,
  type OutboxEvent,
  type OutboxStanding,
  type OutboxState,
} from '#offline/outbox-item'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const NOON = Date.parse('2026-11-21T12:00:00.000Z')

const EVENTS: Record<OutboxEvent['kind'], OutboxEvent> = {
  sent: { kind: 'sent', at: NOON },
  accepted: { kind: 'accepted', at: NOON },
  unanswered: { kind: 'unanswered', at: NOON, words: 'no network', chance: 0.5, retry_after_ms: null },
  abandoned: { kind: 'abandoned', at: NOON },
  signed_out: { kind: 'signed_out', at: NOON },
  signed_in: { kind: 'signed_in', at: NOON },
  refused: { kind: 'refused', at: NOON, words: 'Already dispensed' },
  withdrawn: { kind: 'withdrawn', at: NOON, words: 'Resource not found' },
  corrected: { kind: 'corrected', at: NOON },
  discarded: { kind: 'discarded', at: NOON, words: 'Written on paper' },
}

const inState = (state: OutboxState, attempts = 0): OutboxStanding => ({ ...storedAt(NOON), state, attempts })

const stateAfter = (item: OutboxStanding, event: OutboxEvent): OutboxState | 'refused' => {
  const after = standingAfter(item, event)
  return after.ok ? after.value.state : 'refused'
}

describe('an action in the outbox', () => {
  const leadsOn: Partial<Record<OutboxState, Partial<Record<OutboxEvent['kind'], OutboxState>>>> = {
    waiting: { sent: 'sending', withdrawn: 'attention', discarded: 'discarded' },
    sending: {
      accepted: 'done',
      unanswered: 'waiting',
      abandoned: 'waiting',
      signed_out: 'held',
      refused: 'attention',
    },
    held: { signed_in: 'waiting', withdrawn: 'attention' },
    attention: { corrected: 'discarded', discarded: 'discarded' },
  }
  const table = OUTBOX_STATES.flatMap((state) =>
    Object.values(EVENTS).map((event) => ({ state, event, to: leadsOn[state]?.[event.kind] ?? ('refused' as const) })),
  )

  it.each(table)('that is $state and hears "$event.kind" is $to', ({ state, event, to }) => {
    expect(stateAfter(inState(state), event)).toBe(to)
  })

  it('that was sent and waits cannot be discarded: the server may have taken it', () => {
    expect(stateAfter(inState('waiting', 1), EVENTS.discarded)).toBe('refused')
  })

  it('counts how often it was sent, and not a try that met no session', () => {
    const story = [EVENTS.sent, EVENTS.unanswered, EVENTS.sent, EVENTS.signed_out, EVENTS.signed_in, EVENTS.sent]
    expect(attemptsAlong(story)).toEqual([1, 1, 2, 1, 1, 2])
  })

  it('is never forgotten by its own account: every event stands in its notes, with the words', () => {
    const item = afterAll([EVENTS.sent, EVENTS.refused, EVENTS.discarded])
    expect(item.notes.map(({ event, words }) => [event, words])).toEqual([
      ['stored', null],
      ['sent', null],
      ['refused', 'Already dispensed'],
      ['discarded', 'Written on paper'],
    ])
  })
})

describe('the pause before an action is sent again', () => {
  const pauseAfter = (attempts: number, chance: number, retry_after_ms: number | null = null) => {
    const unanswered = { kind: 'unanswered', at: NOON, words: 'no network', chance, retry_after_ms } as const
    const after = standingAfter(inState('sending', attempts), unanswered)
    return after.ok ? after.value.due_at - NOON : NaN
  }

  it.each([
    { attempts: 1, longest: 2000 },
    { attempts: 2, longest: 4000 },
    { attempts: 8, longest: 256_000 },
    { attempts: 9, longest: 300_000 },
    { attempts: 5000, longest: 300_000 },
  ])('after $attempts attempts is anything up to $longest ms', ({ attempts, longest }) => {
    expect([0, 0.5, 1].map((chance) => pauseAfter(attempts, chance))).toEqual([0, longest / 2, longest])
  })

  it('is never shorter than the server asked for', () => {
    expect(pauseAfter(1, 0.1, 30_000)).toBe(30_000)
  })

  it('is none for what a closed page left behind, and none for a person who is back', () => {
    for (const [state, event] of [
      ['sending', EVENTS.abandoned],
      ['held', EVENTS.signed_in],
    ] as const) {
      const after = standingAfter({ ...inState(state), due_at: NOON + 9999 }, event)
      expect(after.ok && after.value.due_at).toBe(NOON)
    }
  })
})

const HOUR_MS = 60 * 60 * 1000

describe('what is sent now', () => {
  const item = (id: string, targets: string[], standing: Partial<OutboxStanding> = {}, sub = 'nurse') => ({
    id,
    author: { sub },
    targets,
    ...storedAt(NOON),
    ...standing,
  })
  const due = (items: ReturnType<typeof item>[]) => dueItems(items, { sub: 'nurse', now: NOON }).map(({ id }) => id)

  it('is first in, first out for one target, and side by side for several', () => {
    expect(due([item('a', ['pack:1']), item('b', ['pack:1']), item('c', ['pack:2'])])).toEqual(['a', 'c'])
  })

  it.each(['waiting', 'sending', 'held', 'attention'] as const)(
    'waits behind an earlier one on the same target that is %s, and holds up no other',
    (state) => {
      const first = item('a', ['pack:1'], { state, due_at: NOON + 1 })
      expect(due([first, item('b', ['pack:1', 'pack:2']), item('c', ['pack:2']), item('d', ['pack:3'])])).toEqual(['d'])
    },
  )

  it.each(['done', 'discarded'] as const)('does not wait behind one that is %s', (state) => {
    expect(due([item('a', ['pack:1'], { state }), item('b', ['pack:1'])])).toEqual(['b'])
  })

  it('is never another person’s, whose earlier action on a target still holds it', () => {
    expect(due([item('a', ['pack:1'], {}, 'pharmacist'), item('b', ['pack:1']), item('c', ['pack:2'])])).toEqual(['c'])
  })

  it('does not wait for a time that a clock showed before it was put back', () => {
    const ahead = item('a', ['pack:1'], { ...storedAt(NOON + HOUR_MS), attempts: 1, due_at: NOON + HOUR_MS + 500 })
    expect(due([ahead])).toEqual(['a'])
    expect(nextDueAt([ahead], { sub: 'nurse', now: NOON })).toBeNull()
  })

  it('is told again when the next of the person’s own is due that nothing else holds up', () => {
    const items = [
      item('a', ['x'], { due_at: NOON + 50 }),
      item('b', ['y'], { due_at: NOON + 20 }, 'pharmacist'),
      item('c', ['z'], { state: 'attention' }),
      item('d', ['z'], { due_at: NOON - 10 }),
      item('e', ['w'], { due_at: NOON + 70 }),
    ]
    const nextOf = (sub: string) => nextDueAt(items, { sub, now: NOON })
    expect([nextOf('nurse'), nextOf('pharmacist'), nextOf('monitor')]).toEqual([NOON + 50, NOON + 20, null])
  })

  it('never holds two open items of one target, whatever happened to each', () => {
    const someItem = fc.record({
      targets: fc.uniqueArray(fc.constantFrom('pack:1', 'pack:2', 'pack:3'), { minLength: 1 }),
      state: fc.constantFrom(...OUTBOX_STATES),
      due_at: fc.constantFrom(NOON - 1, NOON + 1),
    })
    fc.assert(
      fc.property(fc.array(someItem, { maxLength: 12 }), (several) => {
        const items = several.map(({ targets, ...standing }, place) => item(String(place), targets, standing))
        const sent = dueItems(items, { sub: 'nurse', now: NOON })
        const targets = sent.flatMap((one) => one.targets)
        expect(new Set(targets).size).toBe(targets.length)
        expect(sent.every((one) => isOpen(one))).toBe(true)
      }),
    )
  })
})

function afterAll(events: readonly OutboxEvent[]): OutboxStanding {
  return events.reduce<OutboxStanding>((item, event) => {
    const after = standingAfter(item, event)
    if (!after.ok) throw new Error(`${event.kind} cannot happen to what is ${after.refusal}`)
    return after.value
  }, storedAt(NOON))
}

function attemptsAlong(events: readonly OutboxEvent[]): number[] {
  return events.map((_, place) => afterAll(events.slice(0, place + 1)).attempts)
}
