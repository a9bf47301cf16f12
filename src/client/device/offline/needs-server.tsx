import { IconWifiOff } from '@tabler/icons-react'
import { StateNotice } from '../../ui/state-notice'

/** Replaces a page that needs the server; `children` says why. */
export function NeedsServer({ children }: { children: string }) {
  return (
    <StateNotice tone="slate" icon={IconWifiOff} title="No connection">
      {children} This page will load when the connection is back.
    </StateNotice>
  )
}
