import { SIGN_OUT_QUESTION, SignOutQuestion } from './sign-out-question'
import type { Leaving } from './use-leaving'
import { Dialog } from '../../../ui/dialog'

/** The question before a sign-out with unsent actions, above the page. */
export function SignOutDialog({ leaving }: { leaving: Leaving }) {
  const { stay } = leaving
  return (
    <Dialog isOpen onClose={stay} title={SIGN_OUT_QUESTION}>
      <SignOutQuestion {...leaving} />
    </Dialog>
  )
}
