import {
  MOST_TRIES_NOTED,
  OUTBOX_STATES,
  deliveryStateAfter,
  storedAt,
  type OutboxEvent,
  type DeliveryState,
  type OutboxState,
} from '#offline/outbox-item'
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
  corrected: { kind: 'corrected', at: NOON, words: null },
  discarded: { kind: 'discarded', at: NOON, words: 'Written on paper' },
}

const blocked: OutboxEvent = {
  kind: 'unanswered',
  at: NOON,
  words: 'Blocked',
  chance: 0.5,
  retry_after_ms: null,
  isFirewall: true,
}

const inState = (state: OutboxState, attempts = 0): DeliveryState => ({ ...storedAt(NOON), state, attempts })

const stateAfter = (item: DeliveryState, event: OutboxEvent): OutboxState | 'refused' => {
  const after = deliveryStateAfter(item, event)
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

  it.each(table)('in the state $state becomes $to on "$event.kind"', ({ state, event, to }) => {
    expect(stateAfter(inState(state), event)).toBe(to)
  })

  it('that was sent and waits cannot be discarded: the server may have accepted it', () => {
    expect(stateAfter(inState('waiting', 1), EVENTS.discarded)).toBe('refused')
  })

  it.each<[string, OutboxState | 'refused', OutboxEvent[]]>([
    ['a firewall answered', 'discarded', [EVENTS.sent, blocked]],
    ['a firewall answered after a lost answer', 'discarded', [EVENTS.sent, EVENTS.unanswered, EVENTS.sent, blocked]],
    ['an answer was lost after a firewall’s', 'refused', [EVENTS.sent, blocked, EVENTS.sent, EVENTS.unanswered]],
    ['its page was closed after a firewall’s answer', 'refused', [EVENTS.sent, blocked, EVENTS.sent, EVENTS.abandoned]],
    ['it is being sent after a firewall’s answer', 'refused', [EVENTS.sent, blocked, EVENTS.sent]],
  ])('discarded by its author where %s: %s', (_, to, events) => {
    expect(stateAfter(afterAll(events), EVENTS.discarded)).toBe(to)
  })

  it('stores the notes of its last tries and all decisions, however long the server cannot answer', () => {
    const week = Array.from({ length: 2000 }, () => [EVENTS.sent, EVENTS.unanswered]).flat()
    const story = [EVENTS.sent, EVENTS.signed_out, EVENTS.signed_in, ...week, EVENTS.sent, EVENTS.accepted]
    const item = story.reduce<DeliveryState>((before, event) => {
      const after = deliveryStateAfter(before, event)
      return after.ok ? after.value : before
    }, storedAt(NOON))
    expect(item.attempts).toBe(2001)
    expect(item.notes.map(({ event }) => event).slice(0, 4)).toEqual([
      'stored',
      'signed_out',
      'signed_in',
      'unanswered',
    ])
    expect(item.notes).toHaveLength(4 + MOST_TRIES_NOTED)
    expect(item.notes.at(-1)?.event).toBe('accepted')
  })

  it('counts its sends, but not a try without a session', () => {
    const story = [EVENTS.sent, EVENTS.unanswered, EVENTS.sent, EVENTS.signed_out, EVENTS.signed_in, EVENTS.sent]
    expect(attemptsAlong(story)).toEqual([1, 1, 2, 1, 1, 2])
  })

  it('is never lost from its own notes: every event is in them, with the words', () => {
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
    const after = deliveryStateAfter(inState('sending', attempts), unanswered)
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

  it("is never shorter than the server's Retry-After", () => {
    expect(pauseAfter(1, 0.1, 30_000)).toBe(30_000)
  })

  it('is zero after a closed page, and for a person who is back', () => {
    for (const [state, event] of [
      ['sending', EVENTS.abandoned],
      ['held', EVENTS.signed_in],
    ] as const) {
      const after = deliveryStateAfter({ ...inState(state), due_at: NOON + 9999 }, event)
      expect(after.ok && after.value.due_at).toBe(NOON)
    }
  })
})

function afterAll(events: readonly OutboxEvent[]): DeliveryState {
  return events.reduce<DeliveryState>((item, event) => {
    const after = deliveryStateAfter(item, event)
    if (!after.ok) throw new Error(`${event.kind} cannot happen to what is ${after.refusal}`)
    return after.value
  }, storedAt(NOON))
}

function attemptsAlong(events: readonly OutboxEvent[]): number[] {
  return events.map((_, index) => afterAll(events.slice(0, index + 1)).attempts)
}
