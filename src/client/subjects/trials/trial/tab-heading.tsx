import { Group, Title, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { usePageFacts } from '../../../route-facts'
import { useTrialAtHand } from './trial-page'

/**
 * The heading of a tab, which takes the focus when the tab replaces another one. It does so itself, because a tab
 * appears after it has been loaded, later than its address.
 */
export function TabHeading({ children, actions }: { children: string; actions?: ReactNode }) {
  const { isTabChanged } = useTrialAtHand()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isTabChanged) heading.current?.focus({ preventScroll: true })
    // oxlint-disable-next-line react/exhaustive-deps -- only when the tab appears, whatever changes afterwards.
  }, [])
  const tab = usePageFacts()?.tab
  if (tab?.label.toLowerCase() !== children.toLowerCase())
    return (
      <Group justify="space-between" gap="md" mb="md">
        <Title order={2} id="tab-heading" ref={heading} tabIndex={-1} style={{ overflowWrap: 'anywhere' }}>
          {children}
        </Title>
        {actions}
      </Group>
    )
  // The tab says it already.
  return (
    <>
      <VisuallyHidden component="h2" id="tab-heading" ref={heading} tabIndex={-1}>
        {children}
      </VisuallyHidden>
      {actions !== undefined && actions !== false && actions !== null && (
        <Group justify="flex-end" gap="md" mb="md">
          {actions}
        </Group>
      )}
    </>
  )
}
