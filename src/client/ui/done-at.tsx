import { CLOCK_UNCERTAIN } from '#domain/performed-at'
import { Instant } from './instant'

/** When something was done: by the clock of whoever did it, by the server's where that one told nothing or nothing credible. */
export type WhenDone = { created_at: string; performed_at: string | null; clock_uncertain: boolean }

/** A moment at which somebody did something; one that had to be guessed says so. */
export function DoneAt({ done: { created_at, performed_at, clock_uncertain }, zone }: DoneAtProps) {
  return (
    <>
      <Instant at={performed_at ?? created_at} zone={zone} />
      {clock_uncertain && ` (${CLOCK_UNCERTAIN})`}
    </>
  )
}

type DoneAtProps = { done: WhenDone; zone: string }
