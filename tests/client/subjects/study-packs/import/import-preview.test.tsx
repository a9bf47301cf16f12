// @vitest-environment happy-dom
import { importCells } from '#domain/study-packs/study-pack-import'
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connection, initialConnection } from '../../../../../src/client/device/offline/connection'
import { PackImportPreview } from '../../../../../src/client/subjects/study-packs/import/import-preview'
import type { ImportBody, ImportState, List } from '../../../../../src/client/subjects/study-packs/import/import-state'
import { theme } from '../../../../../src/client/ui/theme'
import { aShownPack } from '../../../a-shown-pack'
import { aShownTrial } from '../../../a-shown-trial'

const REASON = 'Reason for importing anyway'
const PATTERN = 'The batch does not have packs of every study group'
const rows = [{ line: 2, cells: importCells((column) => column) }]
const study_groups = ['Aspirin', 'Avoid aspirin'].map((name, index) => ({ id: index + 1, name, is_blinded: true }))
const trial = aShownTrial({ study_groups })
const list: List = {
  name: 'a.csv',
  rows,
  problems: [],
  patterns: [],
  study_group_ids: [1],
  refused_patterns: [PATTERN],
}

// Mantine's text area waits for `document.fonts`, which happy-dom does not have.
Object.defineProperty(document, 'fonts', { value: new EventTarget() })

let sent: ImportBody[] = []
let timesAgain = 0
beforeEach(() => {
  sent = []
  timesAgain = 0
  connection.set({ state: 'online', since: 0, doubts: 0 })
})
afterEach(() => {
  cleanup()
  connection.set(initialConnection(0))
})

type Shown = Parameters<typeof PackImportPreview>[0]
const preview = (state: Shown['state'], more: Partial<Shown> = {}) => (
  <MantineProvider theme={theme}>
    <PackImportPreview
      trial={trial}
      batches={null}
      state={state}
      batch="B1"
      onBatch={() => {}}
      onFile={() => {}}
      onSend={(body) => sent.push(body)}
      onSendAgain={() => (timesAgain += 1)}
      onClear={() => {}}
      {...more}
    />
  </MantineProvider>
)
const checked: Extract<ImportState, { phase: 'checked' }> = { phase: 'checked', list, refusal: null }
const written = () => screen.getByLabelText<HTMLTextAreaElement>(new RegExp(REASON)).value

test('the typed reason is sent, stays visible in doubt, and the same is sent again', () => {
  const { rerender } = render(preview(checked))
  fireEvent.click(screen.getByRole('button', { name: 'Import 1 pack' }))
  expect([sent.length, screen.getByText('Enter a reason for importing anyway').textContent]).toEqual([
    0,
    'Enter a reason for importing anyway',
  ])
  fireEvent.change(screen.getByLabelText(new RegExp(REASON)), { target: { value: ' The maker has no other stock ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Import 1 pack' }))
  expect(sent).toMatchObject([{ batch_id: 'B1', acknowledge_pattern: 'The maker has no other stock' }])

  const [body] = sent
  if (body === undefined) throw new Error('Nothing was sent')
  rerender(preview({ phase: 'unsure', list, body, refusal: null }))
  expect([screen.queryByText(PATTERN)?.textContent, written().trim()]).toEqual([
    PATTERN,
    'The maker has no other stock',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Send the list again' }))
  expect([sent.length, timesAgain]).toEqual([1, 1])
})

test('a typed reason is sent although it is no longer needed', () => {
  const { rerender } = render(preview(checked))
  fireEvent.change(screen.getByLabelText(new RegExp(REASON)), { target: { value: 'No other stock' } })
  rerender(preview({ ...checked, list: { ...list, refused_patterns: [] } }))
  expect(written()).toBe('No other stock')
  fireEvent.click(screen.getByRole('button', { name: 'Import 1 pack' }))
  expect(sent).toMatchObject([{ acknowledge_pattern: 'No other stock' }])
})

test('a press without a reason, or without a batch, moves the focus to what is missing', () => {
  render(preview(checked, { batch: '' }))
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Import 1 pack' }))
  press()
  expect(document.activeElement).toBe(screen.getByLabelText(new RegExp(REASON)))
  fireEvent.change(screen.getByLabelText(new RegExp(REASON)), { target: { value: 'No other stock' } })
  press()
  expect(document.activeElement).toBe(screen.getByLabelText(/^Batch/))
  expect(sent).toEqual([])
})

test('the packs of the named batch count as the name is typed', () => {
  const [study_group] = study_groups
  const batches = [{ batch_id: 'B1', study_packs: [aShownPack({ batch_id: 'B1', study_group })] }]
  const single = { ...list, refused_patterns: [] }
  const shows = (batch: string, study_group_ids: number[]) => {
    cleanup()
    render(preview({ ...checked, list: { ...single, study_group_ids } }, { batches, batch }))
    return screen.queryAllByText(/does not have packs of every study group/).map(({ textContent }) => textContent)
  }
  expect(shows('B1', [1])).toEqual([PATTERN])
  expect(shows(' B1 ', [2])).toEqual([])
  expect(shows('B1', [2, 2])).toEqual(['The list does not have packs of every study group'])
  expect(shows('B2', [2, 2])).toEqual([PATTERN])
  expect(shows('', [2])).toEqual([])
})
