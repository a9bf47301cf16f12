import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { userQuery } from '../../../api/user-queries'

const route = getRouteApi('/signed-in/users/$userId')

/** The user whom the address names. */
export const useShownUser = () => {
  const { userId } = route.useParams()
  return useQuery(userQuery(userId))
}
