import { Box, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { counted } from '../../../ui/format-number'
import { LinkButton } from '../../../ui/link-button'
import classes from './for-you.module.css'
import type { ForYouItem } from './for-you-item'

/** How many are shown before "Show all". */
const SHOWN_AT_FIRST = 5

type ForYouProps = {
  items: readonly ForYouItem[]
  /** The name of the list. */
  label?: string
  /** The text of the empty list. */
  none?: string
}

/** The tasks of this person, the most urgent first, each with its link. */
export function ForYou({ items, label = 'For you', none = 'Nothing is waiting for you.' }: ForYouProps) {
  const [isWhole, setIsWhole] = useState(false)
  if (items.length === 0) return <Text className={classes['empty'] ?? ''}>{none}</Text>
  const shown = isWhole ? items : items.slice(0, SHOWN_AT_FIRST)
  return (
    <>
      <ul className={classes['items']} aria-label={label}>
        {shown.map((item) => (
          <Item key={item.key} item={item} />
        ))}
      </ul>
      {shown.length < items.length && (
        <Button variant="subtle" mt={4} onClick={() => setIsWhole(true)}>
          Show all {counted(items.length, 'item')}
        </Button>
      )}
    </>
  )
}

function Item({ item: { tone, icon: Icon, sentence, detail, link } }: { item: ForYouItem }) {
  return (
    <li className={classes['item']}>
      <Box className={classes['disc'] ?? ''} bg={`var(--eq-${tone}-soft)`} c={`var(--eq-${tone})`}>
        <Icon size={22} aria-hidden="true" />
      </Box>
      <div className={classes['words']}>
        <div className={classes['sentence']}>
          {sentence.map((part, place) =>
            place % 2 === 0 ? (
              part
            ) : (
              <span key={part} className="identifier">
                {part}
              </span>
            ),
          )}
        </div>
        <Text className={classes['detail'] ?? ''}>{detail}</Text>
      </div>
      <LinkButton
        {...link.path}
        aria-label={`${link.label}: ${sentence.join('')}`}
        variant="default"
        className={classes['link'] ?? ''}
      >
        {link.label}
      </LinkButton>
    </li>
  )
}
