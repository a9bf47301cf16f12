import { IconWifiOff } from '@tabler/icons-react'
import { StateNotice } from '../../ui/state-notice'
import type { ConnectionState } from './connection'
import { useConnectionState } from './use-connection'

const NO_ANSWER = { title: 'The server has not answered yet', next: 'This page will load when it answers.' }
const NO_CONNECTION = { title: 'No connection', next: 'This page will load when the connection is back.' }

const WORDS: Record<ConnectionState, { title: string; next: string }> = {
  online: NO_ANSWER,
  degraded: NO_ANSWER,
  offline: NO_CONNECTION,
  intercepted: { ...NO_CONNECTION, next: 'Sign in to the Wi-Fi. This page will load then.' },
}

/** Replaces a page that needs the server; `children` says why. */
export function NeedsServer({ children }: { children: string }) {
  const { title, next } = WORDS[useConnectionState()]
  return (
    <StateNotice tone="slate" icon={IconWifiOff} title={title}>
      {children} {next}
    </StateNotice>
  )
}
