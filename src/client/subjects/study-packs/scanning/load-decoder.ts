import packedReader from 'zxing-wasm/reader/zxing_reader.wasm?packed'

/** Every code of the three kinds that are on labels (Code 128, DataMatrix, QR), as it is read in a picture, each once. */
export type Decoder = (picture: ImageBitmapSource) => Promise<readonly string[]>

/** Whether this browser can unpack the reader; those that cannot are from before the spring of 2023. */
export const canLoadDecoder = (): boolean => 'DecompressionStream' in globalThis

/**
 * The reader of codes, which is ours to host: nothing of a picture leaves the device. Rejects where its file cannot be had. It travels
 * and is kept packed, and only on a tablet that dispenses packs: it alone is a fifth of all that a tablet keeps.
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

/** Has the reader's file put by on this device, so that it is there when the network is not. */
export const keepDecoder = async (): Promise<void> => {
  if (canLoadDecoder()) await fetch(packedReader, { priority: 'low' }).catch(() => null)
}

const unpacked = async (address: string): Promise<ArrayBuffer> => {
  const answer = await fetch(address)
  if (!answer.ok || answer.body === null) throw new Error(`The scanner could not be loaded: ${answer.status}`)
  return new Response(answer.body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
}
