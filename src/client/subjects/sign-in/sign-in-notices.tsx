import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconInfoCircle } from '@tabler/icons-react'
import { signInNoticesQuery } from '../../api/notice-queries'

/** What the service says to whoever signs in, such as planned maintenance; nothing where it says nothing. */
export function SignInNotices() {
  const { data } = useQuery(signInNoticesQuery)
  return data?.data.map(({ id, text }) => (
    <Alert key={id} role="note" aria-label="Notice" color="petrol" icon={<IconInfoCircle aria-hidden="true" />}>
      {text}
    </Alert>
  ))
}
