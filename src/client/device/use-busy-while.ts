import { useEffect } from 'react'
import { busy, type BusyReason } from './busy-registry'

/** Marks the page busy for as long as `active`, for instance `useBusyWhile('form', form.isDirty())`. */
export function useBusyWhile(reason: BusyReason, active: boolean): void {
  useEffect(() => (active ? busy.hold(reason) : undefined), [reason, active])
}
