import type { StaleTime } from '@tanstack/react-query'

const staleTime = ({ state }: { state: { data: unknown } }): StaleTime => (state.data === undefined ? 0 : 'static')

/**
 * The options of a query that previews an import: it is requested with each file, since addresses and permissions change meanwhile,
 * and never again after its answer. A later answer would count what the import itself may have saved as faults of the file.
 */
export const IMPORT_PREVIEW_OPTIONS = { staleTime, gcTime: 0 }
