import { useEffect, useState } from 'react'
import { deviceStorage } from '../browser/device-storage'
import type { ShownInstance } from './brand'
import { rememberedInstance, rememberInstance } from './remembered-instance'

const storage = deviceStorage(() => localStorage)

/** The installation for the frame of the page: as it is, or until that is known as this device remembers it. */
export const useShownInstance = (instance: ShownInstance | undefined): ShownInstance | undefined => {
  const [remembered] = useState(() => rememberedInstance(storage))
  useEffect(() => {
    if (instance !== undefined) rememberInstance(storage, instance)
  }, [instance])
  return instance ?? remembered
}
