import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { session } from '../this-session'
import { appInstanceQuery, meQuery } from '../../api/session-queries'
import { busy } from '../../browser/busy'
import { SignInAgainLinks } from '../sign-in-again-links'
import { useStore } from '../../browser/store'
import { followConfirmations } from './confirmation-channel'
import { signInQuestion } from './sign-in-question'
import { Dialog } from '../../ui/dialog'

/** Asks the person to sign in again before a write that needs it. The provider opens in another tab; this page stays as it is. */
export function SignInAgainDialog() {
  const question = useStore(signInQuestion)
  return (
    <Dialog
      isOpen={question !== null}
      onClose={() => question?.answer(false)}
      title="Sign in again to confirm that it is you"
      size="lg"
    >
      {question !== null && <SignInAgain answer={question.answer} />}
    </Dialog>
  )
}

function SignInAgain({ answer }: { answer: (isConfirmed: boolean) => void }) {
  const { data: instance } = useQuery(appInstanceQuery)
  const { data: me } = useQuery(meQuery)
  const [hasGone, setHasGone] = useState(false)
  useEffect(() => busy.hold('form'), [])
  useEffect(() => followConfirmations(() => answer(true)), [answer])
  useEffect(() => {
    const sender = session.state.get().session?.sub
    return session.state.subscribe(() => {
      if (session.state.get().session?.sub !== sender) answer(false)
    })
  }, [answer])
  return (
    <Stack gap="md">
      <Text>This needs a new sign-in: your last is too old, or a PIN or passkey has opened this device since.</Text>
      <Text>
        The sign-in opens in another tab. What you entered stays on this page. It is sent as soon as you have signed in.
      </Text>
      {instance !== undefined && (
        <SignInAgainLinks
          instance={instance}
          name={me?.name ?? null}
          query={{ purpose: 'confirm' }}
          onGo={() => setHasGone(true)}
          opensTab
        />
      )}
      <Group gap="sm">
        <Button variant="default" onClick={() => answer(false)}>
          Cancel
        </Button>
        {hasGone && (
          <Button variant="default" onClick={() => answer(true)}>
            I have signed in
          </Button>
        )}
      </Group>
    </Stack>
  )
}
