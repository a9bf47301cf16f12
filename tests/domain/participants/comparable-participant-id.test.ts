import { comparableParticipantId } from '#domain/participants/comparable-participant-id'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

describe('two participant ids', () => {
  it.each([
    ['P-17', 'p-17'],
    ['P-17', '  P-17 '],
    ['\tp-17\n', 'P-17'],
    ['ÉMILE', 'émile'],
    ['E\u0301MILE', '\u00c9mile'],
    ['P-17', 'P-\u200b17'],
    ['P-17', '\u200eP-17'],
    ['P-17', 'P-1\u00ad7 \ufeff'],
    ['E\u034f\u0301', '\u00c9'],
  ])('are the same: %j and %j', (one, other) => {
    expect(comparableParticipantId(one)).toBe(comparableParticipantId(other))
  })

  it.each([
    ['P-17', 'P-71'],
    ['P-17', 'P 17'],
    ['P-17', 'P--17'],
    ['017', '17'],
    ['P-17', 'P\u201317'],
  ])('are different: %j and %j', (one, other) => {
    expect(comparableParticipantId(one)).not.toBe(comparableParticipantId(other))
  })

  it('stay the same however often they are made comparable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (participantId) => {
        const comparable = comparableParticipantId(participantId)
        expect(comparableParticipantId(comparable)).toBe(comparable)
      }),
    )
  })
})
