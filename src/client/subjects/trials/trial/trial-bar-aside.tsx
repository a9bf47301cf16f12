import { createContext, use, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** The element of the bar for a page's own content; null without a bar. */
type Place = HTMLElement | null

const PlaceContext = createContext<Place>(null)
const SetPlaceContext = createContext<(place: Place) => void>(() => {})

/** Around the bar of a trial and the page below it, so that the page can fill the bar's right side. */
export function TrialBarPlace({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<Place>(null)
  return (
    <SetPlaceContext value={setPlace}>
      <PlaceContext value={place}>{children}</PlaceContext>
    </SetPlaceContext>
  )
}

/** The place in the bar for a page's own content. */
export function AsidePlace({ className }: { className?: string | undefined }) {
  return <div ref={use(SetPlaceContext)} className={className} />
}

/**
 * Shows its children at the right side of the trial's bar, on a page of the trial that has no tabs, such as the steps of a
 * wizard. One line: 60 px high from 768 px on, 52 px below.
 */
export function TrialBarAside({ children }: { children: ReactNode }) {
  const place = use(PlaceContext)
  return place === null ? null : createPortal(children, place)
}
