import { IconWifiOff } from '@tabler/icons-react'
import { StateNotice } from '../ui/state-notice'

/** What stands in the place of a page that only the server can give; `children` says why. */
export function NeedsServer({ children }: { children: string }) {
  return (
    <StateNotice tone="slate" icon={IconWifiOff} title="This needs the connection">
      {children} As soon as the server answers, this page goes on by itself.
    </StateNotice>
  )
}
