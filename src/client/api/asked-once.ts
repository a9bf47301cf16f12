import type { StaleTime } from '@tanstack/react-query'

const staleTime = ({ state }: { state: { data: unknown } }): StaleTime => (state.data === undefined ? 0 : 'static')

/**
 * For the preview of an import: asked for with each file, since addresses and permissions change meanwhile, and never again
 * after its answer. Once the import was sent, an answer would include what it may have saved, as faults of the file.
 */
export const ASKED_ONCE = { staleTime, gcTime: 0 }
