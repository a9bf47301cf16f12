import { CLOCK_UNCERTAIN } from '#domain/time/performed-at'
import { DayOf, Instant } from './instant'

/** When an action was done: by the actor's clock, or by the server's where the device's is missing or wrong. */
export type WhenDone = {
  created_at: string
  performed_at: string | null
  clock_uncertain: boolean
  /** Whether only the day is shown. */
  is_day_only?: boolean | undefined
}

/** Replaces the actor where a blinded reader sees only the day and the kind of the action. */
export const UNBLINDED_PERSON = 'By an unblinded person'

/** The time of an action; a guessed one is marked as such. */
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
