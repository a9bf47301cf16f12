import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { describe, expect, it } from 'vitest'
import { needsInWords } from '../../../../src/server/doors/openapi/needs-in-words'

/** One call of each kind of need, with its sentence in the API's document. */
const SAID: readonly [call: Endpoint, words: string][] = [
  [api.getAppInstance, 'Needs no sign-in.'],
  [api.getMe, 'Needs a sign-in, and no permission.'],
  [
    api.downloadStudyPacks,
    'Needs a token, which works once. When it is used, its owner needs level 2 or above in the trial, with access to study packs.',
  ],
  [api.createTrial, 'The user needs level 4 or above in the system.'],
  [
    api.getSimulation,
    'The user needs level 3 or above in any trial or in the system. Anything of another user returns 404.',
  ],
  [api.getLedger, 'The user needs level 4 or above in the trial, and must not be blinded.'],
  [
    api.revealSeed,
    'The user needs level 4 or above in the trial, and must not be blinded. The user also needs level 4 or above in the system.',
  ],
  [
    api.unblindParticipant,
    'The user needs level 2 or above in the trial, with permission to unblind. A participant at a site that is not theirs returns 404.',
  ],
  [
    api.saveTrialNotification,
    'The user needs level 3 or above in the trial. For themselves, users need level 1 or above in the trial.',
  ],
  [
    api.randomiseParticipant,
    'The user needs level 2 or above in the trial. Only the sites of their permissions count.',
  ],
  [
    api.grantPermission,
    'The user needs level 3 or above in each trial concerned. If there is none, the user needs level 4 or above in the system.',
  ],
  [api.listUserPermissions, 'The user needs level 3 or above in any trial, or level 4 or above in the system.'],
]

describe("the document's description of a need", () => {
  it.each(SAID)('exists for $path', ({ needs }, words) => {
    expect(needsInWords(needs)).toBe(words)
  })

  it('exists for every kind of need', () => {
    const kinds = new Set(Object.values<Endpoint>(api).map(({ needs }) => needs.kind))
    expect(new Set(SAID.map(([{ needs }]) => needs.kind))).toEqual(kinds)
  })
})
