import { Modal } from '@mantine/core'
import { ownEscape } from '../ui/own-escape'
import { SIGN_OUT_QUESTION, SignOutQuestion } from './sign-out-question'
import type { Leaving } from './use-leaving'

/** The question before a sign-out with unsent actions, above the page. */
export function SignOutDialog({ leaving }: { leaving: Leaving }) {
  const { stay } = leaving
  return (
    <Modal opened onClose={stay} {...ownEscape(stay)} title={SIGN_OUT_QUESTION}>
      <SignOutQuestion {...leaving} />
    </Modal>
  )
}
