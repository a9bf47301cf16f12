import { beforeEach, describe, expect, test } from 'vitest'
import { createFresherAnswers, type FresherAnswers } from '../../../../src/client/device/offline/fresher-answers'

const TRIAL = '/api/v1/trials/3?'
let now = 0
let answers: FresherAnswers
let announced: string[]
beforeEach(() => {
  now = 0
  announced = []
  answers = createFresherAnswers(() => now)
  answers.listen((scope) => announced.push(scope))
})

describe('that the server’s answer came after a stored one', () => {
  test('is told once, to the page that was given the stored one', () => {
    answers.answered(TRIAL, true)
    answers.announce('/api/v1/trials/4?')
    expect(announced).toEqual([])
    answers.announce(TRIAL)
    answers.announce(TRIAL)
    expect(announced).toEqual([TRIAL])
  })

  test('is told too where it is heard of before the stored answer is', () => {
    answers.announce(TRIAL)
    now = 300
    answers.answered(TRIAL, true)
    expect(announced).toEqual([TRIAL])
  })

  test('is not told of an answer of long ago, of another page', () => {
    answers.announce(TRIAL)
    now = 60_000
    answers.answered(TRIAL, true)
    expect(announced).toEqual([])
  })

  test('is not told once this page has the server’s word', () => {
    answers.answered(TRIAL, true)
    answers.answered(TRIAL, false)
    answers.announce(TRIAL)
    expect(announced).toEqual([])
  })
})

test('one question takes the answer that came, and no other after it', () => {
  expect(answers.consumeLateRequest(TRIAL)).toBe(false)
  answers.requestLate(TRIAL)
  expect([
    answers.consumeLateRequest(TRIAL),
    answers.consumeLateRequest(TRIAL),
    answers.cancelLateRequest(TRIAL),
  ]).toEqual([true, false, false])
  answers.requestLate(TRIAL)
  expect([answers.cancelLateRequest(TRIAL), answers.consumeLateRequest(TRIAL)]).toEqual([true, false])
})
