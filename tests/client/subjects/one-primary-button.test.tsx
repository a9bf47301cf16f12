// @vitest-environment happy-dom
// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { api } from '#contract/api'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aShownPack } from '../a-shown-pack'
import { press } from '../by-hand'
import { answers, openApp, pagesOf } from '../open-app'
import { PACKED } from './shown-lists'

/* A view has one filled button, for the first thing to do, whatever else can be pressed. */

// Only the build packs the barcode reader, which no test here starts.
vi.mock('zxing-wasm/reader/zxing_reader.wasm?packed', () => ({ default: '/zxing_reader.gz' }))

const SYSTEM = 1
const PACKS = answers(api.listStudyPacks, { data: [{ batch_id: 'B1', study_packs: [aShownPack()] }] })

const primary = () =>
  [...document.querySelectorAll('main .mantine-Button-root[data-variant="filled"]')].map((button) => button.textContent)

test('a person who generates packs generates first, and prints labels second', async () => {
  openApp('/trials/1/study-packs/label-generator', [...pagesOf(PACKED, SYSTEM), PACKS])
  await screen.findByRole('button', { name: /^Make / })
  expect(primary()).toEqual(['Generate packs'])
})

test('a person who may only print labels has that first', async () => {
  openApp('/trials/1/study-packs/label-generator', [...pagesOf(PACKED, SYSTEM, { is_blinded_whole: true }), PACKS])
  await screen.findByRole('button', { name: /^Make / })
  expect(primary()).toHaveLength(1)
})

test('where the camera does not work, the pack is found by typing', async () => {
  openApp('/trials/1/study-packs/dispense', [...pagesOf(PACKED, SYSTEM), PACKS])
  await press('Use the camera')
  await screen.findByRole('button', { name: 'Try the camera again' })
  expect(primary()).toEqual(['Find the pack'])
})
