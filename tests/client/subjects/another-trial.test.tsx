// @vitest-environment happy-dom
import { api } from '#contract/api'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aShownPack } from '../a-shown-pack'
import { aShownTrial } from '../a-shown-trial'
import { answers, inTrial, listOf, openApp, pagesOf } from '../open-app'
import { SYSTEM } from './shown-dialog'

/*
 * The jump box leads from a page of one trial straight to the same page of another, whose answers may be at hand. What
 * was typed about the first must not be sent about the other.
 */

// Only the build packs the barcode reader, which no test here starts.
vi.mock('zxing-wasm/reader/zxing_reader.wasm?packed', () => ({ default: '/zxing_reader.gz' }))

const PAGES = {
  'participants/new': ['textbox', /^Participant ID/, 'P-1'],
  'users/new': ['combobox', /^Role/, '2'],
  'study-packs/dispense': ['textbox', 'Or type the pack ID', 'A-1'],
  'study-packs/label-generator': ['textbox', /^Limit to these packs/, 'A-1'],
} as const

test.each(Object.entries(PAGES))(
  'on %s, another trial begins with an empty form',
  async (page, [role, name, typed]) => {
    const trial = (id: number) => aShownTrial({ id, title: `Trial ${id}`, is_managing_packs: true })
    const { go } = openApp(`/trials/2/${page}`, [
      ...inTrial(2, pagesOf(trial(2), SYSTEM, { trial_id: null })),
      ...pagesOf(trial(1), SYSTEM, { trial_id: null }),
      answers(api.getPermittedSites, { data: [{ id: 11, title: 'Queens' }] }),
      answers(api.listUsers, listOf()),
      answers(api.listStudyPacks, { data: [{ batch_id: 'B1', study_packs: [aShownPack()] }] }),
    ])
    const field = () => screen.findByRole<HTMLInputElement>(role, { name })
    const blank = (await field()).value
    await go(`/trials/1/${page}`)
    await screen.findAllByText('Trial 1')
    fireEvent.change(await field(), { target: { value: typed } })
    expect((await field()).value).toBe(typed)
    await go(`/trials/2/${page}`)
    await screen.findAllByText('Trial 2')
    expect((await field()).value).toBe(blank)
  },
)
