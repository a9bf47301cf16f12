/**
 * The sheets that labels are printed on, measured in millimetres: the page, one label, how many stand across and down, the margins
 * before the first, and from the start of one to the start of the next. The A4 sheets are the common sizes of 24 and of 65
 * to a page (Avery L7159 and L7651); the third is the roll of a label printer, each label a page (Brother DK-11209).
 */
export const LABEL_SHEETS = [
  {
    id: 'a4-24',
    name: 'A4, 24 labels of 64 × 34 mm',
    page: { width: 210, height: 297 },
    label: { width: 64, height: 33.9 },
    columns: 3,
    rows: 8,
    margin: { left: 6.4, top: 12.9 },
    pitch: { across: 66.6, down: 33.9 },
  },
  {
    id: 'a4-65',
    name: 'A4, 65 labels of 38 × 21 mm',
    page: { width: 210, height: 297 },
    label: { width: 38.1, height: 21.2 },
    columns: 5,
    rows: 13,
    margin: { left: 4.75, top: 10.7 },
    pitch: { across: 40.6, down: 21.2 },
  },
  {
    id: 'single-62x29',
    name: 'Label printer, 62 × 29 mm',
    page: { width: 62, height: 29 },
    label: { width: 62, height: 29 },
    columns: 1,
    rows: 1,
    margin: { left: 0, top: 0 },
    pitch: { across: 62, down: 29 },
  },
] as const satisfies readonly LabelSheet[]

export type LabelSheetId = (typeof LABEL_SHEETS)[number]['id']

export type LabelSheet = {
  id: string
  name: string
  page: { width: number; height: number }
  label: { width: number; height: number }
  columns: number
  rows: number
  margin: { left: number; top: number }
  pitch: { across: number; down: number }
}

export const labelSheetOf = (id: LabelSheetId): LabelSheet =>
  LABEL_SHEETS.find((sheet) => sheet.id === id) ?? LABEL_SHEETS[0]
