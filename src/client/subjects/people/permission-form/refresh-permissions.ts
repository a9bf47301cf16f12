import { api } from '#contract/api'
import type { QueryClient } from '@tanstack/react-query'

/** Asks again for every list that shows permissions. Resolves when those on the screen are there. */
export const refreshPermissions = async (client: QueryClient): Promise<void> => {
  const paths = [api.listUserPermissions.path, api.listTrialUsers.path, api.listUsers.path, api.getUser.path]
  await Promise.all(paths.map((path) => client.invalidateQueries({ queryKey: [path] })))
}
