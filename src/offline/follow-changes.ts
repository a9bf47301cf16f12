/** Gets what was read; `isWhole`: nothing changed meanwhile, so it includes every commit until now. */
export type ChangeObserver<T> = { next: (content: T, isWhole: boolean) => void; error: (error: unknown) => void }

type Following<T> = {
  read: () => Promise<T>
  /** Calls back after each commit that may have changed what is read. Returns a function that stops this. */
  onChange: (changed: () => void) => () => void
  observer: ChangeObserver<T>
}

/** After a read, as many times its duration pass until the next: so a long queue leaves a slow tablet most of its time. */
const REST_TIMES = 3
/** The longest rest, in milliseconds: the device may have slept during the read. */
const LONGEST_REST_MS = 2000

/** Errors of a database that was closed or left: whoever opens it again follows it again. */
const OVER = ['DatabaseClosedError', 'AbortError']

/**
 * Reads now and after changes: at once after a single one, and of many in a row as often as its rests allow. The last change is
 * always followed by a read. After an error it is over. Returns a function that stops it.
 */
export const followChanges = <T>({ read, onChange, observer }: Following<T>): (() => void) => {
  let isReading = false
  let isChanged = false
  let isStopped = false
  const stop = () => {
    isStopped = true
    stopListening()
  }
  const readOnce = async () => {
    isChanged = false
    try {
      const content = await read()
      if (!isStopped) observer.next(content, !isChanged)
    } catch (error) {
      if (isStopped || (error instanceof Error && OVER.includes(error.name))) return
      stop()
      observer.error(error)
    }
  }
  const readOn = async (): Promise<void> => {
    isReading = true
    const began = Date.now()
    await readOnce()
    // By then it is drawn too.
    await pause(0)
    const rest = REST_TIMES * (Date.now() - began)
    if (rest > 0) await pause(Math.min(rest, LONGEST_REST_MS))
    isReading = false
    if (isChanged && !isStopped) void readOn()
  }
  const changed = () => {
    isChanged = true
    if (!isReading) void readOn()
  }
  const stopListening = onChange(changed)
  changed()
  return stop
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))
