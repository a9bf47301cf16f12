// @vitest-environment happy-dom
import { api } from '#contract/api'
import { refusal } from '#contract/errors'
import type { DuplicateParticipant } from '#contract/problem'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aShownParticipant } from '../../../a-shown-participant'
import { aShownTrial } from '../../../a-shown-trial'
import { press, tick, write } from '../../../by-hand'
import { answers, listOf, openApp, pagesOf, refuses } from '../../../open-app'
import { shownTable, wordsOf } from '../../../shown-table'
import { ADMINISTRATOR } from '../../shown-lists'

/* A trial's own name for participant IDs is used everywhere. Without one, the specification's words are. */

const LABEL = 'Screening number'
const OWN = aShownTrial({ participant_id_label: LABEL, trial_strata: [] })
const PLAIN = aShownTrial({ trial_strata: [] })
const WIZARD = '/trials/1/participants/new'

const wizardOf = (trial: typeof OWN, ...replies: Parameters<typeof openApp>[1]) => {
  const { sites } = trial
  openApp(WIZARD, [
    ...replies,
    ...pagesOf(trial, ADMINISTRATOR),
    answers(api.getPermittedSites, { data: sites.slice(0, 1).map(({ id, title }) => ({ id, title })) }),
  ])
}

const KNOWN: DuplicateParticipant = {
  trial_sequence_no: 4,
  created_at: '2026-11-20T09:00:00.000Z',
  participant_id: 'STA-014',
  site: { id: 11, title: 'Queens' },
}

const alertAfter = async (label: string, trial: typeof OWN, type: 'Warn' | 'Block', duplicates = [KNOWN]) => {
  wizardOf(
    trial,
    refuses(
      api.randomiseParticipant,
      refusal('participant_id_duplicate', { duplicate_warning_type: type, duplicates }),
    ),
  )
  await write(new RegExp(`^${label}`), 'sta-014')
  await press('Continue')
  await press('Randomise this participant')
  return screen.findByRole('alert')
}

describe('in the wizard', () => {
  test.each([
    [LABEL, OWN, 'Screening number is required'],
    ['Participant ID', PLAIN, 'Participant ID is required'],
  ])('%s is asked for by its name', async (_, trial, words) => {
    wizardOf(trial)
    await press('Continue')
    expect(await screen.findByText(words)).toBeDefined()
  })

  test.each([
    [LABEL, OWN, 'Screening number duplicate found', 'Randomise with this Screening number anyway'],
    ['Participant ID', PLAIN, 'Participant ID duplicate found', 'Randomise with this participant ID anyway'],
  ])('a warning about a %s names the participants with it', async (label, trial, title, approve) => {
    const alert = await alertAfter(label, trial, 'Warn')
    expect(wordsOf(alert)).toContain(title)
    expect(wordsOf(alert)).toContain(`Participant 4, ${label} STA-014, Queens, 20 Nov 2026, 09:00`)
    await tick(approve)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Randomise this participant' }).disabled).toBe(false)
  })

  test('a refusal names them too, and says when one is hidden', async () => {
    const alert = await alertAfter(LABEL, OWN, 'Block', [])
    expect(wordsOf(alert)).toContain(
      'Screening number duplicate blocked: This Screening number has been found to be a duplicate and cannot be used for randomisation in this trial.',
    )
    expect(wordsOf(alert)).toContain('It belongs to a participant at a site that you cannot see.')
  })
})

describe('in the list', () => {
  const open = () =>
    openApp('/trials/1/participants', [
      ...pagesOf(OWN, ADMINISTRATOR),
      answers(api.listParticipants, listOf(aShownParticipant({ participant_id: 'P-9' }))),
    ])

  test('it is the heading of the column and in the placeholder of the search', async () => {
    open()
    expect((await shownTable('Participants'))[0]).toContain(`| ${LABEL} |`)
    expect(screen.getByPlaceholderText(`${LABEL} or sequence number`)).toBeDefined()
  })

  test('it names the participant in a dialog', async () => {
    open()
    await press('Actions: participant 12')
    await press('Flag', 'menuitem')
    const dialog = await screen.findByRole('dialog')
    expect(wordsOf(within(dialog).getByText(/^Screening/))).toContain(`${LABEL} P-9`)
  })
})
