import { reportDeviceActions } from '#contract/device-actions'
import { useEffect } from 'react'
import { thisInstallation } from '../../api/installation'
import { session } from '../../session/this-session'
import { call } from '../call'
import { canReachServer, connection } from '../offline/connection'
import { deviceOutbox } from './device-outbox'
import { deviceReport } from './device-report'

/** How long the outbox must be unchanged before it is reported, in milliseconds: a refusal is often corrected at once. */
const RESTS_FOR_MS = 5000

/**
 * Reports to the server the signed-in person's actions that are unsent, refused, lost or discarded on this device, once
 * for each change (src/specification/offline.md#what-the-server-is-told). A failed report goes again with the next
 * change, or when the connection is back.
 */
export function ReportOutbox() {
  useEffect(() => {
    let reported = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const report = async () => {
      const sub = session.state.get().session?.sub
      if (sub === undefined || !canReachServer(connection.get().state)) return
      const actions = deviceReport(deviceOutbox.view.get(), sub, Date.now())
      const written = JSON.stringify([sub, actions])
      if (actions.length === 0 || written === reported) return
      const sent = await call(reportDeviceActions, { body: { device_id: thisInstallation.clientId(), actions } })
      if (sent.ok) reported = written
    }
    const schedule = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void report(), RESTS_FOR_MS)
    }
    let couldReach = canReachServer(connection.get().state)
    const onConnection = () => {
      const canReach = canReachServer(connection.get().state)
      if (canReach && !couldReach) schedule()
      couldReach = canReach
    }
    const stops = [
      deviceOutbox.view.subscribe(schedule),
      session.state.subscribe(schedule),
      connection.subscribe(onConnection),
    ]
    schedule()
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [])
  return null
}
