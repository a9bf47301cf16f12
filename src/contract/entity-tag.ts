/** The tag of an answer in an ETag or If-None-Match header, without quotation marks or the W/ of a proxy; null where it has none. */
export const opaqueTag = (header: string | null | undefined): string | null =>
  /^\s*(?:W\/)?"([^"]*)"\s*$/.exec(header ?? '')?.[1] ?? null
