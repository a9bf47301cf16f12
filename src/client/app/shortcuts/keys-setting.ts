import * as v from 'valibot'
import { deviceStorage, STORED } from '../../browser/device-storage'
import { createStore, useStore } from '../../browser/store'
import { useSession } from '../../session/this-session'

const storage = deviceStorage(() => localStorage)

const people = v.pipe(v.string(), v.parseJson(), v.array(v.string()))

/** Counts the choices on this page, so that the key reader follows them. */
const choices = createStore(0)

/** The ids of the people who have switched single keys off on this device. */
const switchedOff = (): string[] => {
  const parsed = v.safeParse(people, storage.read(STORED.keysOff) ?? '[]')
  return parsed.success ? parsed.output : []
}

/** Whether single keys are shortcuts for this person on this device, and how they change that (WCAG 2.1.4). */
export const useKeysSetting = (): { areOn: boolean; setOn: (areOn: boolean) => void } => {
  useStore(choices)
  const sub = useSession().session?.sub ?? ''
  return {
    areOn: !switchedOff().includes(sub),
    setOn: (areOn) => {
      const others = switchedOff().filter((one) => one !== sub)
      storage.write(STORED.keysOff, JSON.stringify(areOn ? others : [...others, sub]))
      choices.set(choices.get() + 1)
    },
  }
}
