import { IconWifiOff } from '@tabler/icons-react'
import { StateNotice } from '../ui/state-notice'

/** What stands in the place of a page, or of an act, that only the server can give; `children` says why. */
export function NeedsServer({ title, children }: { title: string; children: string }) {
  return (
    <StateNotice tone="slate" icon={IconWifiOff} title={title}>
      {children} As soon as the server answers, this page goes on by itself.
    </StateNotice>
  )
}
