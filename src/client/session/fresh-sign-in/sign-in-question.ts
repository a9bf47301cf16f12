import { createStore } from '../../browser/store'

/** An open request to sign in again; `answer` closes it and says whether the person did. */
type SignInQuestion = { answered: Promise<boolean>; answer: (isConfirmed: boolean) => void }

/** The question that the dialog shows, or null. */
export const signInQuestion = createStore<SignInQuestion | null>(null)

/** Resolves with whether the person signed in again. Calls that need this at the same time share one question. */
export const askToSignInAgain = (): Promise<boolean> => {
  const open = signInQuestion.get()
  if (open !== null) return open.answered
  let settle: (isConfirmed: boolean) => void = () => {}
  const answered = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  const answer = (isConfirmed: boolean) => {
    signInQuestion.set(null)
    settle(isConfirmed)
  }
  signInQuestion.set({ answered, answer })
  return answered
}
