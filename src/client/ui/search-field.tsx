import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

/** How long typing must pause before the list is searched, in milliseconds. */
const RESTS_AFTER_MS = 300

type SearchFieldProps = {
  label: string
  placeholder: string
  /** The search in the address. */
  value: string
  /** How long typing must pause, in milliseconds; shorter where the search needs no network. */
  restsAfterMs?: number
  /** Stands in a line of tools: its label is for screen readers alone. */
  isInLine?: boolean
  /** The address leads to it: it takes the focus. */
  isAddressed?: boolean
  onSearch: (text: string) => void
}

/** A search that filters its list while typing. Its text follows the address, so that Back clears it. */
export function SearchField(props: SearchFieldProps) {
  const {
    label,
    placeholder,
    value,
    restsAfterMs = RESTS_AFTER_MS,
    isInLine = false,
    isAddressed = false,
    onSearch,
  } = props
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const searchLater = useDebouncedCallback((typed: string) => {
    sent.current = typed
    onSearch(typed)
  }, restsAfterMs)
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    // Words typed before Back would bring the address back that was just left.
    searchLater.cancel()
    setText(value)
  }, [value, searchLater])
  useEffect(() => {
    if (!isAddressed) return
    // The heading of the page or tab takes the focus when it appears; this comes after it.
    const frame = requestAnimationFrame(() => field.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [isAddressed])
  const type = (typed: string) => {
    setText(typed)
    searchLater(typed.trim())
  }
  return (
    <TextInput
      ref={field}
      type="search"
      {...(isInLine ? { 'aria-label': label } : { label })}
      placeholder={placeholder}
      leftSection={<IconSearch size={20} aria-hidden="true" />}
      rightSection={text === '' ? null : <CloseButton aria-label="Clear the search" onClick={() => type('')} />}
      rightSectionWidth="2.75rem"
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      maxLength={255}
      autoComplete="off"
    />
  )
}
