import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

/** Where an Office document says when it was created and changed. */
const CORE = 'docProps/core.xml'
const TIME = /(<dcterms:(?:created|modified)[^>]*>)[^<]*/g

/** A packed Office document with the time of its creation in place of the clock’s, so that the same content is the same document. */
export const madeAt = (packed: Uint8Array, instant: string): Uint8Array => {
  const files = unzipSync(packed)
  const core = files[CORE]
  if (core === undefined) throw new Error(`The document has no ${CORE}`)
  const timed = strFromU8(core).replaceAll(TIME, `$1${instant}`)
  return zipSync({ ...files, [CORE]: strToU8(timed) }, { level: 6, mtime: instant })
}
