import { PDFiumLibrary } from '@hyzyla/pdfium'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** Pixels, four bytes each: red, green, blue, alpha. */
export type Picture = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number }

/** A printed page with this many dots per inch, and its words. */
export type PrintedPage = { picture: Picture; text: string; width_mm: number; height_mm: number }

let engine: Promise<PDFiumLibrary> | undefined

/** Prints a PDF with a program that is not ours: the PDF engine of Chromium. */
export const printed = async (pdf: Uint8Array, dotsPerInch = 203): Promise<PrintedPage[]> => {
  engine ??= PDFiumLibrary.init()
  const document = await (await engine).loadDocument(pdf)
  try {
    const pages: PrintedPage[] = []
    for (const page of document.pages()) {
      // Read first, since rendering closes a page.
      const text = page.getText()
      const size = page.getOriginalSize()
      const { data, width, height } = await page.render({ scale: dotsPerInch / POINTS_PER_INCH, render: 'bitmap' })
      pages.push({
        picture: { data: new Uint8ClampedArray(data), width, height },
        text,
        width_mm: (size.originalWidth / POINTS_PER_INCH) * MM_PER_INCH,
        height_mm: (size.originalHeight / POINTS_PER_INCH) * MM_PER_INCH,
      })
    }
    return pages
  } finally {
    document.destroy()
  }
}

const POINTS_PER_INCH = 72
const MM_PER_INCH = 25.4

type Symbology = 'DataMatrix' | 'Code128' | 'QRCode'

/** Reads every symbol of a kind in a picture with a program that is not ours: ZXing. */
export const symbolsIn = async ({ data, width, height }: Picture, format: Symbology): Promise<string[]> =>
  read({ data, width, height, colorSpace: 'srgb' }, format)

/** The same of an image file, such as PNG. */
export const symbolsInImage = async (image: Uint8Array, format: Symbology): Promise<string[]> => read(image, format)

const read = async (picture: Parameters<typeof readBarcodes>[0], format: Symbology): Promise<string[]> => {
  await (reader ??= prepareReader())
  const symbols = await readBarcodes(picture, { formats: [format], maxNumberOfSymbols: 100, tryHarder: true })
  return symbols.map(({ text }) => text)
}

let reader: Promise<unknown> | undefined

const prepareReader = (): Promise<unknown> => {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  return prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
}
