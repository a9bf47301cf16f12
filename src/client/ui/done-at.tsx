import { CLOCK_UNCERTAIN } from '#domain/time/performed-at'
import { DayOf, Instant } from './instant'

/** When something was done: by the clock of whoever did it, by the server's where that one told nothing or nothing credible. */
export type WhenDone = {
  created_at: string
  performed_at: string | null
  clock_uncertain: boolean
  /** Whether the day alone is told. */
  is_day_only?: boolean | undefined
}

/** Stands for somebody of whose act a blinded reader is told the day and the kind alone. */
export const UNBLINDED_PERSON = 'By an unblinded person'

/** A moment at which somebody did something; one that had to be guessed says so. */
export function DoneAt({ done: { created_at, performed_at, clock_uncertain, is_day_only }, zone }: DoneAtProps) {
  if (is_day_only === true) return <DayOf at={created_at} />
  return (
    <>
      <Instant at={performed_at ?? created_at} zone={zone} />
      {clock_uncertain && ` (${CLOCK_UNCERTAIN})`}
    </>
  )
}

type DoneAtProps = { done: WhenDone; zone: string }
