import { describe, expect, test } from 'vitest'
import { CAMERA_WORDS, cameraRefusalOf } from '../../../../../src/client/subjects/study-packs/scanning/camera'

describe('the reason for no picture', () => {
  test.each([
    ['NotAllowedError', 'denied'],
    ['SecurityError', 'denied'],
    ['NotFoundError', 'none'],
    ['OverconstrainedError', 'none'],
    ['NotReadableError', 'in_use'],
    ['AbortError', 'in_use'],
    ['TypeError', 'unsupported'],
  ] as const)('%s means %s', (name, refusal) => {
    expect(cameraRefusalOf(new DOMException('', name))).toBe(refusal)
    expect(CAMERA_WORDS[refusal].advice).toMatch(/[Tt]ype the ID/)
  })

  test('a value that is no error is not recognised', () => {
    expect(cameraRefusalOf('no')).toBe('unsupported')
  })
})
