import { accepted, refused, type Outcome } from '#domain/outcome'
import { expect, it } from 'vitest'

it('is a value or a refusal, distinguished by ok', () => {
  const tell = (outcome: Outcome<number, string>) =>
    outcome.ok ? `value ${outcome.value}` : `refused: ${outcome.refusal}`
  expect([tell(accepted(7)), tell(refused('no'))]).toEqual(['value 7', 'refused: no'])
})
