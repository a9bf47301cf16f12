import packedReader from 'zxing-wasm/reader/zxing_reader.wasm?packed'

/** Returns every code in a picture, each once, of the three kinds on labels (Code 128, DataMatrix, QR). */
export type Decoder = (picture: ImageBitmapSource) => Promise<readonly string[]>

/** Whether this browser can unpack the reader; those from before the spring of 2023 cannot. */
export const canLoadDecoder = (): boolean => 'DecompressionStream' in globalThis

/**
 * The reader of codes, hosted by us: no picture leaves the device. Rejects where its file cannot be loaded. It is sent
 * and stored packed, and only to tablets that dispense packs: it alone is a fifth of the stored app.
 */
export const loadDecoder = async (): Promise<Decoder> => {
  const [{ BarcodeDetector, prepareZXingModule }, wasmBinary] = await Promise.all([
    import('barcode-detector/pure'),
    unpacked(packedReader),
  ])
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  const detector = new BarcodeDetector({ formats: ['code_128', 'data_matrix', 'qr_code'] })
  return async (picture) => {
    const barcodes = await detector.detect(picture)
    return [...new Set(barcodes.map(({ rawValue }) => rawValue.trim()).filter((text) => text !== ''))]
  }
}

/** Stores the reader's file on this device for times without a network. */
export const keepDecoder = async (): Promise<void> => {
  if (canLoadDecoder()) await fetch(packedReader, { priority: 'low' }).catch(() => null)
}

const unpacked = async (address: string): Promise<ArrayBuffer> => {
  const answer = await fetch(address)
  if (!answer.ok || answer.body === null) throw new Error(`The scanner could not be loaded: ${answer.status}`)
  return new Response(answer.body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
}
