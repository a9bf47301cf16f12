import type { AppInstance } from '#contract/app-instance'
import { useSuspenseQuery } from '@tanstack/react-query'
import { appInstanceQuery } from './session-queries'

/** The installation's settings. The shell shows no page without them, so they are always there. */
export const useAppInstance = (): AppInstance => useSuspenseQuery(appInstanceQuery).data
