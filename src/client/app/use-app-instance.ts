import type { AppInstance } from '#contract/app-instance'
import { useSuspenseQuery } from '@tanstack/react-query'
import { appInstanceQuery } from '../api/session-queries'

/** What this installation is. The shell shows no page before it is known, so it is always there. */
export const useAppInstance = (): AppInstance => useSuspenseQuery(appInstanceQuery).data
